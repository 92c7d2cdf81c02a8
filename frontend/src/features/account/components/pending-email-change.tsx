import { useRef, useState } from 'react';
import { useCaptcha } from '../../../lib/use-captcha';
import type { User } from '../../../lib/session/auth-client';
import { verifyEmailCode } from '../../../lib/session/email-code';
import { useAuth } from '../../../lib/session/auth-context';
import { EmailedCode } from '../../../ui/forms/emailed-code';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Captcha } from '../../../ui/captcha/captcha';
import { Callout } from '../../../ui/feedback/callout';
import { ResendButton } from '../../../ui/buttons/resend-button';
import { toastSuccess } from '../../../ui/feedback/toast';
import { cooldownSince, useResend } from '../../../ui/forms/use-resend';
import { toFormError } from '../../../ui/forms/use-submit';
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
  /** The address whose code was entered here. */
  const [confirmed, setConfirmed] = useState<string>();
  const isChanged = useRef(false);

  const verify = async (address: string, code: string) => {
    const { session, failure } = await verifyEmailCode(await connect(), 'email_change', address, code);
    isChanged.current = session !== null;
    return toFormError('Couldn’t change your email', failure);
  };
  const onVerified = async (address: string) => {
    if (!isChanged.current) return setConfirmed(address);
    toastSuccess({ title: 'Email changed', description: `From now on, sign in with ${newEmail}.` });
    return onChanged();
  };
  const resend = async () => {
    const required = captcha.validate();
    setCaptchaError(required);
    if (required) return;
    const done = await send(async () => {
      const client = await connect();
      const options = { emailRedirectTo: window.location.origin, captchaToken: captcha.takeToken() };
      const { error } = await client.resend({ type: 'email_change', email: account.email ?? '', options });
      return authFormError(client, 'The emails weren’t sent', error);
    });
    if (!done) return;
    toastSuccess({
      title: 'Emails resent',
      description: 'Links in earlier emails still work. Each works for 24 hours.',
    });
    await onChanged();
  };

  return (
    <div className="grid gap-3">
      <Callout tone="marker" title="Confirm the change from both addresses">
        <p>
          We sent a link to <bdi className="wrap-anywhere">{account.email}</bdi> and another to{' '}
          <bdi className="font-semibold wrap-anywhere">{newEmail}</bdi>. Your email changes once you click
          both or enter the codes from both emails.
        </p>
        {confirmed ? (
          <p className="mt-2 font-semibold">
            <bdi className="wrap-anywhere">{confirmed}</bdi> is confirmed. Now confirm the other address.
          </p>
        ) : null}
        <div className="mt-3 grid justify-items-start gap-3">
          {[
            { address: account.email ?? '', openLabel: 'Code for your current address' },
            { address: newEmail, openLabel: 'Code for your new address' },
          ]
            .filter(({ address }) => address !== confirmed)
            .map(({ address, openLabel }) => (
              <EmailedCode
                key={address}
                openLabel={openLabel}
                hint={
                  <>
                    The six digits in the email to <bdi className="wrap-anywhere">{address}</bdi>.
                  </>
                }
                submitLabel="Confirm this email"
                verify={(code) => verify(address, code)}
                onDone={() => void onVerified(address)}
              />
            ))}
          <Captcha captcha={captcha} error={captchaError} />
          <ResendButton busy={busy} secondsLeft={secondsLeft} onClick={() => void resend()} />
        </div>
      </Callout>
      <FormErrorAlert error={formError} />
    </div>
  );
}
