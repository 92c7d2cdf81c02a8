import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAuth } from '../lib/session/auth-context';
import { signedUpEmail } from '../lib/signed-up';
import { useIsClient } from '../lib/hydration/use-is-client';
import { Callout } from '../ui/feedback/callout';
import { lazyComponent } from './lazy-component';

const Resend = lazyComponent(
  'resend confirmation email',
  async () => (await import('../features/auth/components/resend-sign-up-email')).ResendSignUpEmail,
);

/**
 * Asks a new user to confirm their email, on every page they visit after signing up. A toast says the same, but
 * disappears.
 */
export function ConfirmEmailAlert() {
  const { state } = useLocation() as { state: unknown };
  const { user } = useAuth();
  // Navigation state survives a reload; a prerendered page has none.
  const isClient = useIsClient();
  const current = isClient ? signedUpEmail(state) : undefined;
  const [latest, setLatest] = useState<string>();
  if (current && current !== latest) setLatest(current);
  const email = current ?? latest;
  if (!email || user) return null;
  return (
    <div className="mx-auto max-w-page px-5 pt-6">
      <Callout tone="success" title="Check your email">
        <p>
          We sent a link to <span className="wrap-anywhere">{email}</span>. Click it to confirm your email,
          then sign in.
        </p>
        <Suspense>
          <Resend email={email} />
        </Suspense>
      </Callout>
    </div>
  );
}
