import { ResendSignUpEmail } from '../features/auth/components/resend-sign-up-email';
import type { PendingSignUp } from '../lib/pending-sign-up';
import { Callout } from '../ui/feedback/callout';

export function ConfirmEmailMessage(signUp: PendingSignUp) {
  return (
    <div className="mx-auto max-w-page px-5 pt-6">
      <Callout tone="success" title="Confirm your email">
        <p>
          We sent a link to <bdi className="wrap-anywhere">{signUp.email}</bdi>. Click it to confirm your
          email and sign in.
        </p>
        <ResendSignUpEmail {...signUp} />
      </Callout>
    </div>
  );
}
