import { useState } from 'react';
import { toAuthFailure } from '../../../../lib/session/auth-failure';
import { useAuth } from '../../../../lib/session/auth-context';
import type { FormError } from '../../../../ui/forms/use-submit';
import { enrollFactor, uniqueName, MAX_NAME_LENGTH, ENROLLMENT_EXPIRED } from '../../enrollment';
import { FACTOR_LABELS } from '../../factor-labels';
import { authFormError } from '../../form-errors';
import { NameForm } from '../name-form';
import type { EnrollProps } from './enroll-props';
import { EnrollSecret, type Enrollment } from './enroll-secret';

/** Enrolls an authenticator app in three steps: name, secret, first code. */
export function EnrollApp({ existingNames, onStarted, onAdded, onCancel }: EnrollProps) {
  const { connect } = useAuth();
  const [name, setName] = useState(() => uniqueName(FACTOR_LABELS.totp.kind, existingNames));
  const [enrollment, setEnrollment] = useState<Enrollment>();
  const [expired, setExpired] = useState<FormError>();

  const start = async (friendlyName: string): Promise<FormError | undefined> => {
    const client = await connect();
    const { data, error } = await enrollFactor(client, friendlyName, () =>
      client.mfa.enroll({ factorType: 'totp', friendlyName }),
    );
    if (data) {
      setName(friendlyName);
      setEnrollment(data);
      onStarted(data.id);
    }
    return authFormError(client, 'Couldn’t add app', error);
  };
  const confirm = async (code: string): Promise<FormError | undefined> => {
    const client = await connect();
    const { error } = await client.mfa.challengeAndVerify({ factorId: enrollment?.id ?? '', code });
    const failure = toAuthFailure(error);
    if (failure?.code === 'mfa_verification_failed')
      return {
        title: 'Couldn’t add app',
        description: 'That code isn’t right. Enter the code your app shows now.',
      };
    if (failure?.code === 'mfa_factor_not_found') {
      setEnrollment(undefined);
      onStarted(undefined);
      setExpired(ENROLLMENT_EXPIRED);
      return ENROLLMENT_EXPIRED;
    }
    return authFormError(client, 'Couldn’t add app', error);
  };

  if (enrollment)
    return <EnrollSecret enrollment={enrollment} confirm={confirm} onDone={() => onAdded(name)} />;
  return (
    <NameForm
      title="New app"
      lead="Any authenticator app works: the one in your password manager, or one from your phone’s app store."
      hint="Helps you recognize it in the list."
      name={name}
      initialError={expired}
      maxLength={MAX_NAME_LENGTH}
      submitLabel="Continue"
      busyLabel="One moment..."
      save={start}
      onDone={setName}
      onCancel={onCancel}
    />
  );
}
