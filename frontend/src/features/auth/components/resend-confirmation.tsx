import { useState } from 'react';
import type { CaptchaState } from '../../../lib/use-captcha';
import { toAuthFailure } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { resendLabel } from '../../../ui/buttons/resend-button';
import { cooldownSince, useResend } from '../../../ui/forms/use-resend';
import { toFormError } from '../../../ui/forms/use-submit';

interface Props {
  email: string;
  captcha: CaptchaState;
  /** When an email was last requested, ISO 8601. Another one has to wait. */
  sentAt?: string;
}

/** Resends the confirmation email of a sign-up. Uses the captcha of the surrounding form. */
export function ResendConfirmation({ email, captcha, sentAt }: Props) {
  const { connect } = useAuth();
  const { busy, formError, secondsLeft, sent, send } = useResend(cooldownSince(sentAt));
  const [captchaError, setCaptchaError] = useState<string>();

  const resend = async () => {
    const required = captcha.validate();
    setCaptchaError(required);
    if (required) return;
    await send(async () => {
      const options = { emailRedirectTo: window.location.origin, captchaToken: captcha.takeToken() };
      const { error } = await (await connect()).resend({ type: 'signup', email, options });
      return toFormError('The email wasn’t sent', toAuthFailure(error));
    });
  };

  const message = captchaError ?? formError?.description;
  return (
    <div className="mt-3 grid justify-items-start gap-2" aria-live="polite">
      {sent && !message ? (
        <p className="text-ink">We sent an email to {email}. Click the link in it to confirm your address.</p>
      ) : null}
      <Button
        variant="outline"
        size="small"
        disabled={secondsLeft > 0}
        busyLabel={busy && 'Sending...'}
        onClick={() => void resend()}
      >
        {resendLabel(secondsLeft) ?? 'Resend email'}
      </Button>
      {message ? <p>{message}</p> : null}
    </div>
  );
}
