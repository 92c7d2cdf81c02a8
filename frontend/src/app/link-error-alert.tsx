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
const CONFIRMED_PATH = '/auth/confirmed';

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

  // These pages say themselves that the link has expired; the reset page to signed-out users only.
  const path = location.pathname;
  const onPage = path === CONFIRMED_PATH || (path === RESET_PATH && !user && !loading);
  if (!code || (code === 'otp_expired' && onPage)) return null;
  return (
    <Suspense>
      <Message code={code} />
    </Suspense>
  );
}
