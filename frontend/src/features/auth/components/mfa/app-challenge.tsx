import type { Factor } from '../../../../lib/session/factors';
import { CodeForm } from '../../../../ui/forms/code-form';
import { useMfaVerification, type MfaProps } from './use-mfa-verification';

const MESSAGES = {
  mfa_verification_failed:
    'That code isn’t right. Enter the code your app shows now. If it keeps failing, check your phone’s clock.',
};

/** Verifies a code from an authenticator app against each enrolled app. */
export function AppChallenge({ factors, onSubmitting, onDone }: MfaProps & { factors: Factor[] }) {
  const { verify } = useMfaVerification(onSubmitting);
  const submit = (code: string) =>
    verify(async (client) => {
      let error = null;
      for (const { id: factorId } of factors) {
        ({ error } = await client.mfa.challengeAndVerify({ factorId, code }));
        if (error?.code !== 'mfa_verification_failed') break;
      }
      return error;
    }, MESSAGES);
  return (
    <CodeForm
      title="Two-factor authentication"
      label="Code"
      hint="Enter the 6-digit code your authenticator app shows now."
      submitLabel="Sign In"
      doneLabel="Redirecting..."
      verify={submit}
      onDone={onDone}
    />
  );
}
