import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { lacksPassword } from '../../../lib/session/user-metadata';
import { buttonClass } from '../../../ui/buttons/button';
import { Card } from '../../../ui/layout/card';
import { Link } from '../../../ui/navigation/link';
import { AuthLayout } from './auth-layout';

/**
 * Shown after a link was used, usually with an active session. A welcome email resent to a corrected address
 * signs the user in without confirming the address of the account. An account whose passwords were removed
 * gets a new one here. `signedIn` is set for sign-in links, `emailChanged` for the last link of an email
 * change.
 */
export function ConfirmedScreen({
  signedIn = false,
  emailChanged = false,
}: {
  signedIn?: boolean;
  emailChanged?: boolean;
}) {
  const { user } = useAuth();
  const { productName, appUrl, supportEmail } = siteConfig();
  const unconfirmed = user !== null && !user.email_confirmed_at;
  const needsPassword = user !== null && lacksPassword(user);
  return (
    <AuthLayout
      focusHeading
      title={titleFor({ unconfirmed, signedIn, emailChanged })}
      lead={leadFor({
        productName,
        supportEmail,
        email: user?.email,
        unconfirmed,
        needsPassword,
        signedIn,
        emailChanged,
      })}
    >
      <Card className="grid gap-3">
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
      </Card>
    </AuthLayout>
  );
}

function titleFor(given: { unconfirmed: boolean; signedIn: boolean; emailChanged: boolean }): string {
  if (given.unconfirmed || given.signedIn) return "You're signed in";
  return given.emailChanged ? 'Your email address has been changed' : 'Your email address is confirmed';
}

function leadFor(given: {
  productName: string;
  supportEmail: string;
  email: string | undefined;
  unconfirmed: boolean;
  needsPassword: boolean;
  signedIn: boolean;
  emailChanged: boolean;
}): string {
  const { productName, supportEmail, email, unconfirmed, needsPassword, signedIn, emailChanged } = given;
  if (email === undefined) return `You can now sign in to ${productName}.`;
  if (needsPassword)
    return "You're signed in. One last step: choose a password for the next time you sign in.";
  if (emailChanged && !unconfirmed) return `From now on, sign in to ${productName} with ${email}.`;
  if (signedIn && !unconfirmed) return `Continue as ${email}.`;
  if (!unconfirmed) return `You're signed in to ${productName}. You're all set.`;
  return `Your account still uses ${email}, which isn't confirmed. If that address is wrong, contact ${supportEmail} and we'll correct it. Until then, sign in with it.`;
}
