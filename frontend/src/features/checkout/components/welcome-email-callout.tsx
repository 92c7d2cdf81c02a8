import { useRef, useState, type SubmitEvent } from 'react';
import type { WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { ApiError, isApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { validateEmail } from '../../../lib/form-validation';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { resendLabel } from '../../../ui/buttons/resend-button';
import { EmailField } from '../../../ui/forms/email-field';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { useAutoFocus } from '../../../ui/focus/use-auto-focus';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useResend } from '../../../ui/forms/use-resend';
import { correctWelcomeEmail, resendWelcomeEmail } from '../api/welcome-email';
import { useWelcomeEmail } from '../use-welcome-email';

const TEXTS: Record<WelcomeEmailStatus['delivery'], string> = {
  pending: 'We’re sending the details to',
  sent: 'We’ve sent the details to',
  failed: 'We couldn’t send the details to',
};

const IN_USE = 'This email belongs to another account. Enter a different one.';

/**
 * Shows whether the welcome email was sent. A signed-in buyer can resend it and correct a mistyped address. Without a session the status
 * is unknown.
 */
export function WelcomeEmailCallout({ email }: { email: string }) {
  const { user, loading } = useAuth();
  const { status, setStatus } = useWelcomeEmail();
  const { busy, formError, secondsLeft, send: sendWithCooldown } = useResend();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [fieldError, setFieldError] = useState<string>();
  const text = useRef<HTMLOutputElement>(null);

  const close = () => {
    setIsCorrecting(false);
    setFieldError(undefined);
    restoreFocus(text.current);
  };
  const send = (request: () => Promise<WelcomeEmailStatus>) =>
    sendWithCooldown(async () => {
      try {
        setStatus(await request());
        close();
        return undefined;
      } catch (error) {
        const inUse = isApiError(error, 'email_exists') ? IN_USE : undefined;
        setFieldError(inUse);
        const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
        return {
          title: 'The email wasn’t sent',
          description: errorMessage(error),
          retryAfterSeconds,
          shownElsewhere: Boolean(inUse),
        };
      }
    });
  const correct = async (form: HTMLFormElement, corrected: string) => {
    const error = validateEmail(corrected);
    setFieldError(error);
    if (error || !(await send(() => correctWelcomeEmail(corrected.trim())))) focusFirstError(form);
  };

  return (
    <div className="mt-5 max-w-prose">
      <output ref={text} tabIndex={-1} className="block text-lead text-ink-soft">
        {user || loading ? TEXTS[status?.delivery ?? 'pending'] : 'We email the details to'}{' '}
        <strong className="font-semibold wrap-anywhere text-ink">{status?.email ?? email}</strong>.
      </output>
      {status && !isCorrecting ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {status.delivery === 'pending' ? null : (
            <Button
              variant="outline"
              size="small"
              busyLabel={busy && 'Sending...'}
              disabled={secondsLeft > 0}
              onClick={() => void send(resendWelcomeEmail)}
            >
              {resendLabel(secondsLeft) ?? 'Resend email'}
            </Button>
          )}
          {status.correctable ? (
            <Button variant="outline" size="small" onClick={() => setIsCorrecting(true)}>
              Correct the address
            </Button>
          ) : null}
        </div>
      ) : null}
      {isCorrecting ? (
        <CorrectionForm
          busy={busy}
          error={fieldError}
          onSubmit={(form, corrected) => void correct(form, corrected)}
          onCancel={close}
        />
      ) : null}
      <div className="mt-4">
        <FormErrorAlert error={formError} />
      </div>
    </div>
  );
}

function CorrectionForm(props: {
  busy: boolean;
  error: string | undefined;
  onSubmit: (form: HTMLFormElement, corrected: string) => void;
  onCancel: () => void;
}) {
  const { busy, error, onSubmit, onCancel } = props;
  const [corrected, setCorrected] = useState('');
  const field = useAutoFocus<HTMLInputElement>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event.currentTarget, corrected);
  };
  return (
    <form noValidate aria-label="Correct your email" onSubmit={submit} className="mt-4 grid gap-4">
      <EmailField
        ref={field}
        autoComplete="email"
        readOnly={busy}
        value={corrected}
        onChange={(event) => setCorrected(event.target.value)}
        hint="You can correct it once. You’ll sign in with this address, and links in earlier emails will stop working."
        error={error}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyLabel={busy && 'Sending...'}>
          Send to this address
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
