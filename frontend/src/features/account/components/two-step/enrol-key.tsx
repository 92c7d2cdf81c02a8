import { useAuth } from '../../../../lib/session/auth-context';
import { showKey } from '../../../../lib/session/factors';
import { keySentence } from '../../../../lib/session/passkeys';
import type { Problem } from '../../../../ui/use-submission';
import { beginFactor, forgetFactor, freeName, LONGEST_NAME } from '../../enrolment';
import { FACTOR_WORDS } from '../../factor-words';
import { problemOf } from '../../refusals';
import { NameForm } from '../name-form';
import type { EnrolProps } from './enrol-props';

/** Adds a security key: a name for it, then the browser's own dialogue. */
export function EnrolKey({ taken, onBegun, onAdded, onCancel }: EnrolProps) {
  const { connect } = useAuth();

  const add = async (friendlyName: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { data, error } = await beginFactor(client, friendlyName, () =>
      client.mfa.enroll({ factorType: 'webauthn', friendlyName }),
    );
    if (!data) return problemOf(client, 'Not added', error);
    onBegun(data.id);
    const fault = await showKey(client, data.id);
    onBegun(undefined);
    if (!fault) return undefined;
    await forgetFactor(client, data.id);
    return { title: 'Not added', description: keySentence(fault) };
  };

  return (
    <NameForm
      title="New key"
      lead="Next, your browser will ask for a key: this device’s screen lock, or a security key you plug in or tap."
      hint="Helps you recognize it in the list."
      name={freeName(FACTOR_WORDS.webauthn.kind, taken)}
      longest={LONGEST_NAME}
      press="Continue"
      busyLabel="Waiting for your key..."
      save={add}
      onDone={onAdded}
      onCancel={onCancel}
    />
  );
}
