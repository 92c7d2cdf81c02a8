import { useState } from 'react';
import type { SubscriptionCheck } from '@subscription-site/shared/contracts';
import { CATALOG, parsePaidPlan } from '@subscription-site/shared/plans';
import { isApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { supportMailto } from '../../../lib/browser/external-links';
import { BILLING_PATH, INVOICES_PATH } from '../../../lib/billing-paths';
import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { useLoad } from '../../../lib/use-load';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { OutwardIcon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';
import { Loading } from '../../../ui/feedback/loading';
import { isExplained, verifyPurchase } from '../verify-purchase';
import { NoPlan } from './no-plan';
import { UnderReview } from './under-review';
import { WelcomeEmailCallout } from './welcome-email-callout';

/** Verifies a hosted payment, then shows a welcome or an error with next steps. */
export function VerificationScreen({ sessionId }: { sessionId: string }) {
  const { user, loading } = useAuth();
  if (loading) return <Verifying />;
  return <Verification key={user?.id ?? 'visitor'} sessionId={sessionId} />;
}

function Verification({ sessionId }: { sessionId: string }) {
  const { user } = useAuth();
  const [attempt, setAttempt] = useState(1);
  const { status, value, error } = useLoad(`attempt ${attempt}`, () => verifyPurchase(sessionId, user));
  if (status === 'loading') return <Verifying />;
  if (status === 'ready') return <Welcome check={value} />;
  if (isExplained(error))
    return (
      <div className="mx-auto max-w-prose px-5 pt-16 sm:pt-24">
        <h1 className="sr-only">Your payment</h1>
        {error.code === 'payment_under_review' ? (
          <UnderReview message={errorMessage(error)} />
        ) : (
          <NoPlan error={error} />
        )}
      </div>
    );
  return (
    <NotVerified
      signedOut={!user || isApiError(error, 'unauthorized')}
      sessionId={sessionId}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

function Verifying() {
  return (
    <div className="grid min-h-[60vh] place-content-center px-5 text-center">
      <h1 className="text-h2">Verifying Your Subscription...</h1>
      <Loading label="This may take a moment." className="mt-6" />
    </div>
  );
}

function Welcome({ check }: { check: SubscriptionCheck }) {
  const { user } = useAuth();
  const plan = parsePaidPlan(check.subscription_tier);
  return (
    <div className="mx-auto max-w-page px-5 pt-16 sm:pt-24">
      <h1 className="text-display">
        <span className="marked">Welcome Aboard!</span>
      </h1>
      <p className="mt-7 max-w-prose text-lead text-ink-soft">
        {plan ? `Your ${CATALOG[plan].name} plan is active.` : 'Your subscription is active.'}
      </p>
      <WelcomeEmailCallout email={user?.email ?? ''} />
      <div className="mt-9 flex flex-wrap gap-3">
        <a href={siteConfig().appUrl} target="_blank" rel="noopener" className={buttonClass('ink', 'large')}>
          Open the app
          <OutwardIcon className="size-4.5" />
          <span className="sr-only">(in a new tab)</span>
        </a>
        <Link to="/pricing" className={buttonClass('outline', 'large')}>
          Manage Subscription
        </Link>
      </div>
      <p className="mt-6">
        Your renewal date and cards are under{' '}
        <Link to={BILLING_PATH} className="text-link">
          Billing
        </Link>{' '}
        in your account, and your invoices under{' '}
        <Link to={INVOICES_PATH} className="text-link">
          Invoices
        </Link>
        .
      </p>
    </div>
  );
}

/** A toast announces the error. */
function NotVerified(props: { signedOut: boolean; sessionId: string; onRetry: () => void }) {
  const here = `/success?session_id=${encodeURIComponent(props.sessionId)}`;
  return (
    <div className="mx-auto max-w-prose px-5 pt-16 sm:pt-24">
      <h1 className="text-h2">We couldn’t confirm your payment</h1>
      <p className="mt-4 text-lead text-ink-soft">
        {props.signedOut
          ? 'You’re signed out. Sign in with the account you paid for and we’ll check again.'
          : 'If you just paid, wait a moment and try again. Your payment isn’t lost, even if this page can’t confirm it yet.'}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {props.signedOut ? (
          <Link to="/auth" state={{ returnTo: here }} className={buttonClass('ink', 'large')}>
            Sign in
          </Link>
        ) : (
          <Button size="large" onClick={props.onRetry}>
            Try again
          </Button>
        )}
        <a href={supportMailto('Verifying my subscription')} className={buttonClass('outline', 'large')}>
          Contact support
        </a>
      </div>
    </div>
  );
}
