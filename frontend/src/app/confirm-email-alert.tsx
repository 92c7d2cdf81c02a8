import { useLocation } from 'react-router-dom';
import { NEW_CONFIRMATION_PATH } from '../lib/session/link-error';
import { useAuth } from '../lib/session/auth-context';
import { signedUpEmail } from '../lib/signed-up';
import { useIsClient } from '../lib/hydration/use-is-client';
import { Link } from '../ui/navigation/link';
import { Callout } from '../ui/feedback/callout';

/** Tells a newly registered user to confirm their email. The toast that says the same disappears. */
export function ConfirmEmailAlert() {
  const { state } = useLocation() as { state: unknown };
  const { user } = useAuth();
  // Navigation state survives a reload; a prerendered page has none.
  const isClient = useIsClient();
  const email = isClient ? signedUpEmail(state) : undefined;
  if (!email || user) return null;
  return (
    <div className="mx-auto max-w-page px-5 pt-6">
      <Callout tone="success" title="Check your email">
        <p>
          We sent a link to <span className="wrap-anywhere">{email}</span>. Click it to confirm your email,
          then sign in.
        </p>
        <p className="mt-2">
          <Link to={NEW_CONFIRMATION_PATH} className="text-link">
            Resend the email
          </Link>
        </p>
      </Callout>
    </div>
  );
}
