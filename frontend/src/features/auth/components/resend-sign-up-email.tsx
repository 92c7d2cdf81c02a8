import { useNavigate } from 'react-router-dom';
import type { PendingSignUp } from '../../../lib/pending-sign-up';
import { useCaptcha } from '../../../lib/use-captcha';
import { Captcha } from '../../../ui/captcha/captcha';
import { CODE_CONFIRMED } from '../code-confirmed';
import { EmailCode } from './email-code';
import { ResendConfirmation } from './resend-confirmation';

/** Resends the confirmation email outside a form, with its own captcha, or confirms with its code. */
export function ResendSignUpEmail({ email, sentAt, returnTo }: PendingSignUp) {
  const captcha = useCaptcha();
  const navigate = useNavigate();
  const onSignedIn = () =>
    void (returnTo
      ? navigate(returnTo, { replace: true })
      : navigate(CODE_CONFIRMED.path, CODE_CONFIRMED.options));
  return (
    <div className="mt-3">
      <Captcha captcha={captcha} />
      <div className="flex flex-wrap items-end gap-3">
        <ResendConfirmation email={email} captcha={captcha} sentAt={sentAt} />
        <EmailCode type="signup" email={email} submitLabel="Confirm email" onSignedIn={onSignedIn} />
      </div>
    </div>
  );
}
