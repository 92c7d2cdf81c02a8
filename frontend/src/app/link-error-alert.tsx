import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAuth } from '../lib/session/auth-context';
import { clearLinkError, linkErrorIn } from '../lib/session/link-error';
import { useIsClient } from '../lib/hydration/use-is-client';
import { lazyComponent } from './lazy-component';

const Message = lazyComponent(
  'link trouble',
  async () => (await import('./link-error-message')).LinkErrorMessage,
);
const RESET_PATH = '/auth/reset';

/**
 * Explains at the top of the page why a one-time link or an OAuth sign-in failed. Disappears on navigation.
 * Removes the error from the URL before the auth client reads it, because the client would end the current
 * session.
 */
export function LinkErrorAlert() {
  // The router keeps the original URL; a prerendered page has none.
  const location = useLocation();
  const isClient = useIsClient();
  const { user, loading } = useAuth();
  const code = isClient ? linkErrorIn(location) : undefined;
  useEffect(() => {
    if (code) clearLinkError();
  }, [code]);

  // The reset page itself tells signed-out users that the link has expired.
  if (!code || (code === 'otp_expired' && location.pathname === RESET_PATH && !user && !loading)) return null;
  return (
    <Suspense>
      <Message code={code} />
    </Suspense>
  );
}
