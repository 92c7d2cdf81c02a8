import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAuth } from '../lib/session/auth-context';
import { clearLinkError, linkErrorIn } from '../lib/session/link-error';
import { useIsClient } from '../lib/use-is-client';
import { lazyComponent } from './lazy-component';

const Message = lazyComponent(
  'link trouble',
  async () => (await import('./link-error-message')).LinkErrorMessage,
);
const RESET_PATH = '/auth/reset';

/**
 * Whoever followed a one-time link that did not work, or comes back from another site without being signed in, is told so at the
 * top of the page he landed on, with the way on; going to another page ends it. The address is cleaned before the client
 * library reads it, which would end a session that is open here.
 */
export function LinkErrorAlert() {
  // The router keeps the address he came with; a page rendered beforehand knows none.
  const location = useLocation();
  const isClient = useIsClient();
  const { user, loading } = useAuth();
  const code = isClient ? linkErrorIn(location) : undefined;
  useEffect(() => {
    if (code) clearLinkError();
  }, [code]);

  // The page for a new password says by itself that its link has expired, to whoever is not signed in.
  if (!code || (code === 'otp_expired' && location.pathname === RESET_PATH && !user && !loading)) return null;
  return (
    <Suspense>
      <Message code={code} />
    </Suspense>
  );
}
