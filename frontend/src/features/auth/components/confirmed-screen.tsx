import { BILLING_PATH } from '../../../lib/billing-paths';
import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { checkSubscription, hasPaidPlan } from '../../../lib/session/subscription';
import { lacksPassword } from '../../../lib/session/user-metadata';
import { useLoad } from '../../../lib/use-load';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { AuthCard } from './auth-card';

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
  const isReady = user !== null && !unconfirmed && !needsPassword;
  return (
    <AuthCard
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
        <Link to={isReady ? '/account' : '/'} className={buttonClass('outline', 'large')}>
          {isReady ? 'Go to your account' : 'Back to Home'}
        </Link>
        {isReady ? <NextSteps /> : null}
      </div>
    </AuthCard>
  );
}

const NEXT_STEPS = [
  { path: '/account/profile', label: 'Add your name and picture', text: 'So your team recognizes you.' },
  {
    path: '/account/security',
    label: 'Turn on two-factor authentication',
    text: 'A stolen password won’t be enough to get in.',
  },
] as const;
const COMPARE_PLANS = {
  path: '/pricing',
  label: 'Compare plans',
  text: 'Get more users, reports, and exports.',
} as const;
const BILLING = {
  path: BILLING_PATH,
  label: 'See your plan and billing',
  text: 'Your renewal date, cards, and invoices.',
} as const;

function NextSteps() {
  const { value: check } = useLoad('plan', checkSubscription);
  // If the plan is unknown, neither step is known to fit.
  const planStep = check && (hasPaidPlan(check) ? BILLING : COMPARE_PLANS);
  return (
    <section aria-labelledby="next-steps" className="mt-5 border-t border-rule pt-6">
      <h2 id="next-steps" className="text-h3">
        Next steps
      </h2>
      <ul className="mt-3 grid gap-3 text-small">
        {[...NEXT_STEPS, ...(planStep ? [planStep] : [])].map(({ path, label, text }) => (
          <li key={path}>
            <Link to={path} className="text-link font-semibold">
              {label}
            </Link>
            <span className="block text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleFor(given: { unconfirmed: boolean; signedIn: boolean; emailChanged: boolean }): string {
  if (given.unconfirmed || given.signedIn) return 'You’re signed in';
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
    return 'You’re signed in. One last step: choose a password for the next time you sign in.';
  if (emailChanged && !unconfirmed) return `From now on, sign in to ${productName} with ${email}.`;
  if (signedIn && !unconfirmed) return `Continue as ${email}.`;
  if (!unconfirmed) return `You’re signed in to ${productName}. You’re all set.`;
  return `Your account still uses ${email}, which isn’t confirmed. If that address is wrong, ask ${supportEmail} to replace it. Until then, sign in with it.`;
}
