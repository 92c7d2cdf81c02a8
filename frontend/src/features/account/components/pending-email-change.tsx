import { useState } from 'react';
import { useCaptcha } from '../../../lib/use-captcha';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Captcha } from '../../../ui/captcha/captcha';
import { Callout } from '../../../ui/feedback/callout';
import { ResendButton } from '../../../ui/buttons/resend-button';
import { toastSuccess } from '../../../ui/feedback/toast';
import { cooldownSince, useResend } from '../../../ui/forms/use-resend';
import { authFormError } from '../form-errors';

/** An email change waiting for confirmation from both addresses. */
export function PendingEmailChange(props: {
  account: User;
  newEmail: string;
  onChanged: () => Promise<void>;
}) {
  const { account, newEmail, onChanged } = props;
  const { connect } = useAuth();
  const { busy, formError, secondsLeft, send } = useResend(cooldownSince(account.email_change_sent_at));
  const captcha = useCaptcha();
  const [captchaError, setCaptchaError] = useState<string>();

  const resend = async () => {
    const required = captcha.validate();
    setCaptchaError(required);
    if (required) return;
    const done = await send(async () => {
      const client = await connect();
      const options = { emailRedirectTo: window.location.origin, captchaToken: captcha.takeToken() };
      const { error } = await client.resend({ type: 'email_change', email: account.email ?? '', options });
      return authFormError(client, "The emails weren't sent", error);
    });
    if (!done) return;
    toastSuccess({
      title: 'Emails resent',
      description: 'You can use the links in any of them. They work for 24 hours.',
    });
    await onChanged();
  };

  return (
    <div className="grid gap-3">
      <Callout tone="marker" title="Confirm the change from both addresses">
        <p>
          We sent a link to <span className="wrap-anywhere">{account.email}</span> and another to{' '}
          <span className="font-semibold wrap-anywhere">{newEmail}</span>. Your email changes once you click
          both.
        </p>
        <div className="mt-3 grid justify-items-start gap-3">
          <Captcha captcha={captcha} error={captchaError} />
          <ResendButton busy={busy} secondsLeft={secondsLeft} onClick={() => void resend()} />
        </div>
      </Callout>
      <FormErrorAlert error={formError} />
    </div>
  );
}
