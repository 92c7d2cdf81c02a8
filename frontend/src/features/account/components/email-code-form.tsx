import { VerificationCodeForm } from '../../../ui/forms/verification-code-form';
import { useResend } from '../../../ui/forms/use-resend';
import type { FormError } from '../../../ui/forms/use-submit';

/** Asks for the verification code sent to the account's email address. */
export function EmailCodeForm(props: {
  email: string;
  submitLabel: string;
  /** Seconds until another code may be sent. */
  initialCooldown: number;
  verify: (code: string) => Promise<FormError | undefined>;
  resend: () => Promise<FormError | undefined>;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { email, submitLabel, initialCooldown, verify, resend, onDone, onCancel } = props;
  const { busy, formError, secondsLeft, send } = useResend(initialCooldown);
  return (
    <VerificationCodeForm
      title="Email verification"
      hint={
        <>
          You signed in a while ago, so we sent a 6-digit code to <bdi className="wrap-anywhere">{email}</bdi>
          .
        </>
      }
      submitLabel={submitLabel}
      verify={verify}
      onDone={onDone}
      resend={{ busy, formError, secondsLeft, onClick: () => void send(resend) }}
    >
      <button type="button" className="text-link min-h-11 text-small" onClick={onCancel}>
        Cancel
      </button>
    </VerificationCodeForm>
  );
}
