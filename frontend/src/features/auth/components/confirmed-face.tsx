import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { AuthLayout } from './auth-layout';

/**
 * The address is proven, and as a rule the session is open. A welcome sent again to a corrected address opens the account with its
 * password but proves nothing for the address the account has: then that is what is said.
 */
export function ConfirmedFace() {
  const { user } = useAuth();
  const { productName, appUrl, supportEmail } = siteConfig();
  const unproven = user !== null && !user.email_confirmed_at;
  return (
    <AuthLayout
      arriving
      title={unproven ? 'You are signed in' : 'Your email address is confirmed'}
      lead={leadFor({ productName, supportEmail, email: user?.email, unproven })}
    >
      <div className="grid gap-3">
        {user ? (
          <a href={appUrl} className={buttonClass('ink', 'large')}>
            Open the app
          </a>
        ) : (
          <Link to="/auth" className={buttonClass('ink', 'large')}>
            Sign in
          </Link>
        )}
        <Link to="/" className={buttonClass('outline', 'large')}>
          Back to Home
        </Link>
      </div>
    </AuthLayout>
  );
}

function leadFor(given: {
  productName: string;
  supportEmail: string;
  email: string | undefined;
  unproven: boolean;
}): string {
  const { productName, supportEmail, email, unproven } = given;
  if (email === undefined) return `You can sign in to ${productName} now.`;
  if (!unproven) return `You are signed in to ${productName}. Everything is ready.`;
  return `Your account still has the address ${email}, which is not confirmed. If that address is wrong, write to ${supportEmail} and we correct it; until then sign in with it.`;
}
