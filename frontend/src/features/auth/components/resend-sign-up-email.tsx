import { useCaptcha } from '../../../lib/use-captcha';
import { Captcha } from '../../../ui/captcha/captcha';
import { ResendConfirmation } from './resend-confirmation';

/** Resends the confirmation email outside a form, with its own captcha. */
export function ResendSignUpEmail({ email }: { email: string }) {
  const captcha = useCaptcha();
  return (
    <div className="mt-3">
      <Captcha captcha={captcha} />
      <ResendConfirmation email={email} captcha={captcha} />
    </div>
  );
}
