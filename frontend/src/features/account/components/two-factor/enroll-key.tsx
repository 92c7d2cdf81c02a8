import { useAuth } from '../../../../lib/session/auth-context';
import { verifySecurityKey } from '../../../../lib/session/factors';
import { securityKeyErrorMessage } from '../../../../lib/session/passkeys';
import type { FormError } from '../../../../ui/forms/use-submit';
import { enrollFactor, discardFactor, uniqueName, MAX_NAME_LENGTH } from '../../enrollment';
import { FACTOR_LABELS } from '../../factor-labels';
import { authFormError } from '../../form-errors';
import { NameForm } from '../name-form';
import type { EnrollProps } from './enroll-props';

/** Enrolls a security key: asks for a name, then opens the browser's dialog. */
export function EnrollKey({ existingNames, onStarted, onAdded, onCancel }: EnrollProps) {
  const { connect } = useAuth();

  const add = async (friendlyName: string): Promise<FormError | undefined> => {
    const client = await connect();
    const { data, error } = await enrollFactor(client, friendlyName, () =>
      client.mfa.enroll({ factorType: 'webauthn', friendlyName }),
    );
    if (!data) return authFormError(client, 'Couldn’t add key', error);
    onStarted(data.id);
    const deviceError = await verifySecurityKey(client, data.id);
    onStarted(undefined);
    if (!deviceError) return undefined;
    await discardFactor(client, data.id);
    return { title: 'Couldn’t add key', description: securityKeyErrorMessage(deviceError) };
  };

  return (
    <NameForm
      title="New key"
      lead="Next, your browser will ask for a key: this device’s screen lock, or a security key you plug in or tap."
      hint="Helps you recognize it in the list."
      name={uniqueName(FACTOR_LABELS.webauthn.kind, existingNames)}
      maxLength={MAX_NAME_LENGTH}
      submitLabel="Continue"
      busyLabel="Waiting for your key..."
      save={add}
      onDone={onAdded}
      onCancel={onCancel}
    />
  );
}
