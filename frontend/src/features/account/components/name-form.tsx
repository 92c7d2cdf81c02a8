import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useAutoFocus } from '../../../ui/focus/use-auto-focus';
import { useSubmit, type FormError } from '../../../ui/forms/use-submit';

const NAME_CONFLICT = 'mfa_factor_name_conflict';

/** Asks for a display name, in a dialog. */
export function NameForm(props: {
  /** Accessible name of the form. */
  title: string;
  lead?: ReactNode;
  hint: string;
  name: string;
  /** Shown when a previous attempt has expired. */
  initialError?: FormError;
  maxLength: number;
  submitLabel: string;
  busyLabel: string;
  save: (name: string) => Promise<FormError | undefined>;
  onDone: (name: string) => void;
  onCancel: () => void;
}) {
  const { title, lead, hint, maxLength, submitLabel, busyLabel, save, onDone, onCancel } = props;
  const { busy, formError, run } = useSubmit();
  const [name, setName] = useState(props.name);
  const [missing, setMissing] = useState(false);
  const input = useAutoFocus<HTMLInputElement>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const newName = name.trim();
    setMissing(!newName);
    if (!newName) return focusFirstError(form);
    const done = await run(() => save(newName));
    return done ? onDone(newName) : focusFirstError(form);
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
        maxLength={maxLength}
        required
        readOnly={busy}
        value={name}
        ref={input}
        onChange={(event) => setName(event.target.value)}
        hint={hint}
        error={
          missing
            ? 'Enter a name.'
            : formError?.code === NAME_CONFLICT
              ? 'You already have one with this name. Choose a different name.'
              : undefined
        }
      />
      {formError?.code === NAME_CONFLICT ? null : <FormErrorAlert error={formError ?? props.initialError} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busyLabel={busy && busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
