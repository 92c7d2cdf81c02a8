import { useState, type SubmitEvent } from 'react';
import { logFault } from '../../../lib/log';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { useSubmission, type Problem } from '../../../ui/use-submission';
import { problemOf } from '../refusals';
import { EnrolSecret, type Enrolment } from './enrol-secret';

const DEFAULT_NAME = 'Authenticator app';
const LONGEST_NAME = 100;

interface Props {
  /** Names of the apps there are. */
  taken: readonly string[];
  onAdded: (name: string) => void;
  onClose: () => void;
}

/** Adds an authenticator app: a name for it, then its secret, then the first code that it shows. */
export function EnrolDialog({ taken, onAdded, onClose }: Props) {
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [name, setName] = useState(() => freeName(taken));
  const [fault, setFault] = useState<string>();
  const [enrolment, setEnrolment] = useState<Enrolment>();

  const begin = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = name.trim() ? undefined : 'Give it a name.';
    setFault(found);
    if (found) return focusFirstFault(form);
    const done = await run(async () => {
      const client = await connect();
      const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: name.trim() });
      if (error?.code === 'mfa_factor_name_conflict')
        setFault('You have an app of this name. Choose another one.');
      if (data) setEnrolment(data);
      return problemOf(client, 'Not added', error);
    });
    return done ? undefined : focusFirstFault(form);
  };
  const confirm = async (code: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { error } = await client.mfa.challengeAndVerify({ factorId: enrolment?.id ?? '', code });
    const failure = failureOf(error);
    if (failure?.code === 'mfa_verification_failed')
      return { title: 'Not added', description: 'That code is not right. Type the one your app shows now.' };
    if (failure?.code === 'mfa_factor_not_found') {
      setEnrolment(undefined);
      return { title: 'Not added', description: 'That took more than five minutes. Please begin again.' };
    }
    return problemOf(client, 'Not added', error);
  };
  // One that was begun and given up would hold its name for five minutes.
  const giveUp = () => {
    onClose();
    if (enrolment) void forget(enrolment.id);
  };
  const forget = async (factorId: string) => {
    const { error } = await (await connect()).mfa.unenroll({ factorId });
    if (error) logFault('unfinished factor', error);
  };

  return (
    <Dialog open onClose={giveUp} title="Add an authenticator app">
      {enrolment ? (
        <EnrolSecret enrolment={enrolment} confirm={confirm} onDone={() => onAdded(name.trim())} />
      ) : (
        <form noValidate onSubmit={(event) => void begin(event)} className="grid gap-5" aria-label="New app">
          <p className="text-small text-ink-soft">
            Any authenticator app works: the one in your password manager, or one from your phone’s app store.
          </p>
          <Field
            label="Name"
            name="friendlyName"
            autoComplete="off"
            maxLength={LONGEST_NAME}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            hint="So that you know it again in the list."
            error={fault}
          />
          <FormProblem problem={problem} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={giveUp}>
              Cancel
            </Button>
            <Button type="submit" busyLabel={busy && 'One moment...'}>
              Continue
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function freeName(taken: readonly string[]): string {
  let name = DEFAULT_NAME;
  for (let number = 2; taken.includes(name); number += 1) name = `${DEFAULT_NAME} ${number}`;
  return name;
}
