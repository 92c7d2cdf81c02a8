import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { useFirstFocus } from '../../../ui/use-first-focus';
import { useSubmission, type Problem } from '../../../ui/use-submission';

/** Names the refusal of a name that something else has. */
const TAKEN = 'mfa_factor_name_conflict';

/** Asks for the name by which its owner knows something again, in a dialog. */
export function NameForm(props: {
  /** Names the form. */
  title: string;
  lead?: ReactNode;
  hint: string;
  name: string;
  /** Why one has to begin again. */
  earlier?: Problem;
  longest: number;
  press: string;
  busyLabel: string;
  save: (name: string) => Promise<Problem | undefined>;
  onDone: (name: string) => void;
  onCancel: () => void;
}) {
  const { title, lead, hint, longest, press, busyLabel, save, onDone, onCancel } = props;
  const { busy, problem, run } = useSubmission();
  const [name, setName] = useState(props.name);
  const [missing, setMissing] = useState(false);
  const entry = useFirstFocus<HTMLInputElement>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wish = name.trim();
    setMissing(!wish);
    if (!wish) return focusFirstFault(form);
    const done = await run(() => save(wish));
    return done ? onDone(wish) : focusFirstFault(form);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
      aria-label={title}
      aria-busy={busy}
    >
      {lead ? <p className="text-small text-ink-soft">{lead}</p> : null}
      <Field
        label="Name"
        name="friendlyName"
        autoComplete="off"
        maxLength={longest}
        required
        readOnly={busy}
        value={name}
        inputRef={entry}
        onChange={(event) => setName(event.target.value)}
        hint={hint}
        error={
          missing
            ? 'Enter a name.'
            : problem?.code === TAKEN
              ? 'You already have one with this name. Choose a different name.'
              : undefined
        }
      />
      {problem?.code === TAKEN ? null : <FormProblem problem={problem ?? props.earlier} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busyLabel={busy && busyLabel}>
          {press}
        </Button>
      </div>
    </form>
  );
}
