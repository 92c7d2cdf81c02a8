import { useState, type ReactNode, type SubmitEvent } from 'react';
import { INVALID_EMAIL } from '@subscription-site/shared/email-address';
import type { AuthError, EmailOtpType } from '@supabase/auth-js';
import { validateEmail } from '../../../lib/form-validation';
import { useCaptcha } from '../../../lib/use-captcha';
import type { AuthClient } from '../../../lib/session/auth-client';
import { toAuthFailure } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { EmailField } from '../../../ui/forms/email-field';
import { focusFirstError, isValid, type FieldErrors } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Captcha } from '../../../ui/captcha/captcha';
import { Link } from '../../../ui/navigation/link';
import { Callout } from '../../../ui/feedback/callout';
import { resendLabel } from '../../../ui/buttons/resend-button';
import { cooldownSince, useResend } from '../../../ui/forms/use-resend';
import { toFormError } from '../../../ui/forms/use-submit';
import { loadSentEmail, saveSentEmail } from '../sent-email';
import { EmailCode } from './lazy-email-code';

interface Props {
  email: string;
  /** Requests the email. The response is the same whether or not an account exists. */
  requestLink: (
    client: AuthClient,
    email: string,
    captchaToken: string | undefined,
  ) => Promise<{ error: AuthError | null }>;
  code: { type: EmailOtpType; submitLabel: string; onSignedIn: () => void };
  /** Must not reveal whether an account exists. */
  sentMessage: (email: string) => ReactNode;
}

/** Sends a one-time link to an email address. Its code can be entered here. */
export function LinkRequestForm({ requestLink, sentMessage, code, ...props }: Props) {
  const { connect } = useAuth();
  const [sentBefore] = useState(() => loadSentEmail(code.type));
  const { busy, formError, secondsLeft, send } = useResend(cooldownSince(sentBefore?.sentAt));
  const captcha = useCaptcha();
  const [email, setEmail] = useState(sentBefore?.email ?? props.email);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [requestedFor, setRequestedFor] = useState(sentBefore?.email);
  const [sentTo, setSentTo] = useState(sentBefore?.email);
  // The cooldown is per address.
  const secondsToWait = requestedFor === email.trim() ? secondsLeft : 0;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const validationErrors = { email: validateEmail(email), captcha: captcha.validate() };
    setErrors(validationErrors);
    const form = event.currentTarget;
    if (!isValid(validationErrors)) return focusFirstError(form);
    const address = email.trim();
    setRequestedFor(address);
    const done = await send(async () => {
      const { error } = await requestLink(await connect(), address, captcha.takeToken());
      const failure = toFormError('The email wasn’t sent', toAuthFailure(error));
      if (failure?.code !== 'validation_failed') return failure;
      setErrors({ email: INVALID_EMAIL });
      return { ...failure, shownElsewhere: true };
    });
    if (done) saveSentEmail(code.type, address);
    else focusFirstError(form);
    return setSentTo(done ? address : undefined);
  };

  return (
    <div className="grid gap-5">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <EmailField
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errors['email']}
        />
        <FormErrorAlert error={formError} />
        {sentTo ? (
          <Callout tone="success" title="Check your email">
            <p>{sentMessage(sentTo)}</p>
          </Callout>
        ) : null}
        <Captcha captcha={captcha} error={errors['captcha']} />
        <Button type="submit" size="large" disabled={secondsToWait > 0} busyLabel={busy && 'Sending...'}>
          {resendLabel(secondsToWait) ?? (sentTo ? 'Resend' : 'Send link')}
        </Button>
      </form>
      {sentTo ? <EmailCode key={sentTo} email={sentTo} {...code} /> : null}
      <p className="-my-2.5 text-small">
        <Link to="/auth" state={{ email }} className="text-link inline-flex min-h-11 items-center">
          Back to sign in
        </Link>
      </p>
    </div>
  );
}
