import type { Factor } from '../../../../lib/session/factors';
import { CodeForm } from '../../../../ui/code-form';
import { useProof, type ProofProps } from './use-proof';

const WRONG = {
  mfa_verification_failed:
    "That code isn't right. Enter the code your app shows now. If it keeps failing, check your phone’s clock.",
};

/** The code that an authenticator app shows, tried with each app that the account has. */
export function AppStep({ factors, onActing, onDone }: ProofProps & { factors: Factor[] }) {
  const { prove } = useProof(onActing);
  const show = (code: string) =>
    prove(async (client) => {
      let error = null;
      for (const { id: factorId } of factors) {
        ({ error } = await client.mfa.challengeAndVerify({ factorId, code }));
        if (error?.code !== 'mfa_verification_failed') break;
      }
      return error;
    }, WRONG);
  return (
    <CodeForm
      title="Two-factor authentication"
      label="Code"
      hint="Enter the 6-digit code your authenticator app shows now."
      press="Sign In"
      doneLabel="Redirecting..."
      send={show}
      onDone={onDone}
    />
  );
}
