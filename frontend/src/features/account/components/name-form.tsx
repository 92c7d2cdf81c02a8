import { useState, type SubmitEvent } from 'react';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { useSubmission } from '../../../ui/use-submission';
import { problemOf } from '../refusals';

const LONGEST_NAME = 120;

/** Gives a passkey a name by which its owner knows it again. */
export function PasskeyNameDialog(props: {
  id: string;
  name: string;
  onNamed: () => void;
  onClose: () => void;
}) {
  const { id, onNamed, onClose } = props;
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [name, setName] = useState(props.name);
  const [fault, setFault] = useState<string>();

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = name.trim() ? undefined : 'Give it a name.';
    setFault(found);
    if (found) return focusFirstFault(form);
    const done = await run(async () => {
      const client = await connect();
      const { error } = await client.passkey.update({ passkeyId: id, friendlyName: name.trim() });
      return problemOf(client, 'Not renamed', error);
    });
    return done ? onNamed() : undefined;
  };

  return (
    <Dialog open onClose={onClose} title="Rename this passkey">
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5" aria-label="Passkey">
        <Field
          label="Name"
          name="friendlyName"
          autoComplete="off"
          maxLength={LONGEST_NAME}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="The device or password manager that keeps it."
          error={fault}
        />
        <FormProblem problem={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busyLabel={busy && 'Saving...'}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
