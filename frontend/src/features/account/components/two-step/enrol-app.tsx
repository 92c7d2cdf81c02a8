import { useState } from 'react';
import { failureOf } from '../../../../lib/session/auth-failure';
import { useAuth } from '../../../../lib/session/auth-context';
import type { Problem } from '../../../../ui/use-submission';
import { beginFactor, freeName, LONGEST_NAME, TOO_LATE } from '../../enrolment';
import { FACTOR_WORDS } from '../../factor-words';
import { problemOf } from '../../refusals';
import { NameForm } from '../name-form';
import type { EnrolProps } from './enrol-props';
import { EnrolSecret, type Enrolment } from './enrol-secret';

/** Adds an authenticator app: a name for it, then its secret, then the first code that it shows. */
export function EnrolApp({ taken, onBegun, onAdded, onCancel }: EnrolProps) {
  const { connect } = useAuth();
  const [name, setName] = useState(() => freeName(FACTOR_WORDS.totp.kind, taken));
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [earlier, setEarlier] = useState<Problem>();

  const begin = async (friendlyName: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { data, error } = await beginFactor(client, friendlyName, () =>
      client.mfa.enroll({ factorType: 'totp', friendlyName }),
    );
    if (data) {
      setName(friendlyName);
      setEnrolment(data);
      onBegun(data.id);
    }
    return problemOf(client, 'Not added', error);
  };
  const confirm = async (code: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { error } = await client.mfa.challengeAndVerify({ factorId: enrolment?.id ?? '', code });
    const failure = failureOf(error);
    if (failure?.code === 'mfa_verification_failed')
      return { title: 'Not added', description: "That code isn't right. Enter the code your app shows now." };
    if (failure?.code === 'mfa_factor_not_found') {
      setEnrolment(undefined);
      onBegun(undefined);
      setEarlier(TOO_LATE);
      return TOO_LATE;
    }
    return problemOf(client, 'Not added', error);
  };

  if (enrolment) return <EnrolSecret enrolment={enrolment} confirm={confirm} onDone={() => onAdded(name)} />;
  return (
    <NameForm
      title="New app"
      lead="Any authenticator app works: the one in your password manager, or one from your phone’s app store."
      hint="Helps you recognize it in the list."
      name={name}
      earlier={earlier}
      longest={LONGEST_NAME}
      press="Continue"
      busyLabel="One moment..."
      save={begin}
      onDone={setName}
      onCancel={onCancel}
    />
  );
}
