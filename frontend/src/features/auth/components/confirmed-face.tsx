import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { lacksPassword } from '../../../lib/session/person';
import { buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { AuthLayout } from './auth-layout';

/**
 * The address is proven, and as a rule the session is open. A welcome sent again to a corrected address opens the account with its
 * password but proves nothing for the address the account has: then that is what is said. An account whose passwords were all
 * dropped, because nobody knows whose they were, is given one here. `signedIn` is for a link that was asked for to sign in, `changed` for the last link of a new address.
 */
export function ConfirmedFace({
  signedIn = false,
  changed = false,
}: {
  signedIn?: boolean;
  changed?: boolean;
}) {
  const { user } = useAuth();
  const { productName, appUrl, supportEmail } = siteConfig();
  const unproven = user !== null && !user.email_confirmed_at;
  const needsPassword = user !== null && lacksPassword(user);
  return (
    <AuthLayout
      arriving
      title={titleFor({ unproven, signedIn, changed })}
      lead={leadFor({
        productName,
        supportEmail,
        email: user?.email,
        unproven,
        needsPassword,
        signedIn,
        changed,
      })}
    >
      <div className="grid gap-3">
        {needsPassword ? (
          <Link to="/auth/reset" className={buttonClass('ink', 'large')}>
            Choose a password
          </Link>
        ) : user ? (
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

function titleFor(given: { unproven: boolean; signedIn: boolean; changed: boolean }): string {
  if (given.unproven || given.signedIn) return "You're signed in";
  return given.changed ? 'Your email address has been changed' : 'Your email address is confirmed';
}

function leadFor(given: {
  productName: string;
  supportEmail: string;
  email: string | undefined;
  unproven: boolean;
  needsPassword: boolean;
  signedIn: boolean;
  changed: boolean;
}): string {
  const { productName, supportEmail, email, unproven, needsPassword, signedIn, changed } = given;
  if (email === undefined) return `You can now sign in to ${productName}.`;
  if (needsPassword)
    return "You're signed in. One last step: choose a password for the next time you sign in.";
  if (changed && !unproven) return `From now on you sign in to ${productName} with ${email}.`;
  if (signedIn && !unproven) return `Continue as ${email}.`;
  if (!unproven) return `You're signed in to ${productName}. You're all set.`;
  return `Your account still uses ${email}, which isn't confirmed. If that address is wrong, contact ${supportEmail} and we'll correct it. Until then, sign in with it.`;
}
