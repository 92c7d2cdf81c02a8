import { useState } from 'react';
import type { CaptchaState } from '../../../lib/use-captcha';
import { toAuthFailure } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Callout } from '../../../ui/feedback/callout';
import { ResendButton } from '../../../ui/buttons/resend-button';
import { cooldownSince, useResend } from '../../../ui/forms/use-resend';
import { toFormError, type FormError } from '../../../ui/forms/use-submit';
import { loadSentEmail, saveSentEmail } from '../sent-email';
import { EmailCode } from './lazy-email-code';

/** Errors that would reveal whether an account exists; handled as success. */
const HIDDEN_ERRORS: readonly (string | undefined)[] = ['otp_disabled', 'over_email_send_rate_limit'];

interface Props {
  /** Value of the form's email field. */
  email: string;
  /** Shows field errors in the form. Returns whether a link may be requested. */
  validate: () => boolean;
  captcha: CaptchaState;
  /** False hides the error, because another method was tried since. */
  showErrors: boolean;
  /** Where to redirect after sign-in instead of the application. */
  returnTo: string | undefined;
  onSubmitting: (submitting: boolean) => void;
  onSignedIn: () => void;
}

/** Signs in with an emailed link or its code. Not inside a form. The message is the same for every address. */
export function MagicLink(props: Props) {
  const { email, validate, captcha, showErrors, returnTo, onSubmitting, onSignedIn } = props;
  const { connect } = useAuth();
  const [sentBefore] = useState(() => loadSentEmail('email'));
  const { busy, formError, secondsLeft, send } = useResend(cooldownSince(sentBefore?.sentAt));
  const [sentTo, setSentTo] = useState(sentBefore?.email);
  const address = email.trim();

  const onClick = async () => {
    if (!validate() || !(await send(requestLink))) return;
    saveSentEmail('email', address);
    setSentTo(address);
  };
  const requestLink = async (): Promise<FormError | undefined> => {
    const next = returnTo ? `?next=${encodeURIComponent(returnTo)}` : '';
    const options = {
      shouldCreateUser: false,
      emailRedirectTo: `${window.location.origin}/auth${next}`,
      captchaToken: captcha.takeToken(),
    };
    const { error } = await (await connect()).signInWithOtp({ email: address, options });
    const failure = toAuthFailure(error);
    return HIDDEN_ERRORS.includes(failure?.code) ? undefined : toFormError('The email wasn’t sent', failure);
  };

  return (
    <div className="grid gap-3">
      {sentTo === address && address ? (
        <>
          <Callout tone="success" title="Check your email">
            <p>
              If there’s an account for <span className="wrap-anywhere">{sentTo}</span>, we’ve sent it a
              sign-in link. It works once.
            </p>
          </Callout>
          <div className="flex flex-wrap items-start gap-3 pb-3">
            <ResendButton busy={busy} secondsLeft={secondsLeft} onClick={() => void onClick()} />
            <EmailCode
              key={sentTo}
              type="email"
              email={sentTo}
              submitLabel="Sign in"
              onSubmitting={onSubmitting}
              onSignedIn={onSignedIn}
            />
          </div>
        </>
      ) : (
        <Button variant="outline" busyLabel={busy && 'Sending...'} onClick={() => void onClick()}>
          Email me a sign-in link
        </Button>
      )}
      <FormErrorAlert error={showErrors ? formError : undefined} />
    </div>
  );
}
