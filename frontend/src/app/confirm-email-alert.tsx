import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAuth } from '../lib/session/auth-context';
import { clearPendingSignUp, loadPendingSignUp } from '../lib/pending-sign-up';
import { useIsClient } from '../lib/hydration/use-is-client';
import { lazyComponent } from './lazy-component';

const Message = lazyComponent(
  'confirm email',
  async () => (await import('./confirm-email-message')).ConfirmEmailMessage,
);

/**
 * Asks a new user to confirm their email, on every page they visit after signing up. A toast says the same, but
 * disappears.
 */
export function ConfirmEmailAlert() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  // A prerendered page doesn't know this browser.
  const signUp = useIsClient() ? loadPendingSignUp() : undefined;
  useEffect(() => {
    if (user) clearPendingSignUp();
  }, [user]);
  // The emailed link leads there.
  if (!signUp || user || pathname === '/auth/confirm') return null;
  return (
    <Suspense>
      <Message {...signUp} />
    </Suspense>
  );
}
