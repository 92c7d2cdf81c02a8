import { useState, type SubmitEvent } from 'react';
import type { WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { validateEmail } from '../../../lib/form-validation';
import { Button } from '../../../ui/buttons/button';
import { EmailField } from '../../../ui/forms/email-field';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../ui/forms/use-submit';
import { correctWelcomeEmail, resendWelcomeEmail } from '../api/welcome-email';
import { useWelcomeEmail } from '../use-welcome-email';

const TEXTS: Record<WelcomeEmailStatus['delivery'], string> = {
  pending: "We're sending the details to",
  sent: "We've sent the details to",
  failed: "We couldn't send the details to",
};

/** Shows whether the welcome email was sent. A signed-in buyer can resend it and correct a mistyped address. */
export function WelcomeEmailNotice({ email }: { email: string }) {
  const { status, setStatus } = useWelcomeEmail();
  const { busy, formError, run } = useSubmit();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [corrected, setCorrected] = useState('');
  const [fieldError, setFieldError] = useState<string>();

  const send = (request: () => Promise<WelcomeEmailStatus>) =>
    run(async () => {
      try {
        setStatus(await request());
        setIsCorrecting(false);
        return undefined;
      } catch (error) {
        return { title: "The email wasn't sent", description: errorMessage(error) };
      }
    });
  const correct = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const error = validateEmail(corrected);
    setFieldError(error);
    if (!error) void send(() => correctWelcomeEmail(corrected.trim()));
  };

  return (
    <div className="mt-5 max-w-prose">
      <output className="block text-lead text-ink-soft">
        {TEXTS[status?.delivery ?? 'pending']}{' '}
        <strong className="font-semibold wrap-anywhere text-ink">{status?.email ?? email}</strong>.
      </output>
      {status && !isCorrecting ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {status.delivery === 'pending' ? null : (
            <Button
              variant="outline"
              size="small"
              busyLabel={busy && 'Sending...'}
              onClick={() => void send(resendWelcomeEmail)}
            >
              Resend email
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
        <form noValidate aria-label="Correct your email" onSubmit={correct} className="mt-4 grid gap-4">
          <EmailField
            autoComplete="email"
            disabled={busy}
            value={corrected}
            onChange={(event) => setCorrected(event.target.value)}
            hint="You can correct it once. Links in earlier emails will stop working."
            error={fieldError}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busyLabel={busy && 'Sending...'}>
              Send to this address
            </Button>
            <Button variant="quiet" onClick={() => setIsCorrecting(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : null}
      <FormErrorAlert error={formError} />
    </div>
  );
}
