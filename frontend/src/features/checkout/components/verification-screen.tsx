import { useState } from 'react';
import type { SubscriptionCheck } from '@subscription-site/shared/contracts';
import { CATALOGUE, parsePaidPlan } from '@subscription-site/shared/plans';
import { isRefusal } from '../../../lib/api/api-error';
import { sentenceOf } from '../../../lib/api/messages';
import { mailToSupport } from '../../../lib/browser/outside';
import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { useLoad } from '../../../lib/use-load';
import { Button, buttonClass } from '../../../ui/button';
import { OutwardIcon } from '../../../ui/icons';
import { Link } from '../../../ui/link';
import { Waiting } from '../../../ui/waiting';
import { verifyPurchase } from '../verify-purchase';
import { UnderReview } from './under-review';

/** Verifies a hosted payment, then welcomes, or says what to do. */
export function VerificationScreen({ sessionId }: { sessionId: string }) {
  const { user, loading } = useAuth();
  if (loading) return <Verifying />;
  return <Verification key={user?.id ?? 'visitor'} sessionId={sessionId} />;
}

function Verification({ sessionId }: { sessionId: string }) {
  const { user } = useAuth();
  const [attempt, setAttempt] = useState(1);
  const { status, value, fault } = useLoad(`attempt ${attempt}`, () => verifyPurchase(sessionId, user));
  if (status === 'loading') return <Verifying />;
  if (status === 'ready') return <Welcome check={value} />;
  if (isRefusal(fault, 'payment_under_review'))
    return (
      <div className="mx-auto max-w-prose px-5 pt-16 sm:pt-24">
        <h1 className="sr-only">Your payment</h1>
        <UnderReview message={sentenceOf(fault)} />
      </div>
    );
  return (
    <NotVerified
      signedOut={!user || isRefusal(fault, 'unauthorized')}
      sessionId={sessionId}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

function Verifying() {
  return (
    <div className="grid min-h-[60vh] place-content-center px-5 text-center">
      <h1 className="text-h2">Verifying Your Subscription...</h1>
      <Waiting label="This takes a moment." className="mt-6" />
    </div>
  );
}

function Welcome({ check }: { check: SubscriptionCheck }) {
  const plan = parsePaidPlan(check.subscription_tier);
  return (
    <div className="mx-auto max-w-page px-5 pt-16 sm:pt-24">
      <h1 className="text-display">
        <span className="marked">Welcome Aboard!</span>
      </h1>
      <p className="mt-7 max-w-prose text-lead text-ink-soft">
        {plan ? `Your ${CATALOGUE[plan].name} plan is active.` : 'Your subscription is active.'} The details
        come by mail.
      </p>
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
    </div>
  );
}

function NotVerified(props: { signedOut: boolean; sessionId: string; onRetry: () => void }) {
  const here = `/success?session_id=${encodeURIComponent(props.sessionId)}`;
  return (
    <div role="alert" className="mx-auto max-w-prose px-5 pt-16 sm:pt-24">
      <h1 className="text-h2">Verification Error</h1>
      <p className="mt-4 text-lead">
        There was an issue verifying your subscription. Please contact support.
      </p>
      <p className="mt-3 text-ink-soft">
        {props.signedOut
          ? 'You are signed out. Sign in with the account you paid for, and we look again.'
          : 'If you have just paid, wait a moment and try again. Your payment is not lost: we see it even when this page cannot.'}
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
        <a href={mailToSupport('Verifying my subscription')} className={buttonClass('outline', 'large')}>
          Contact support
        </a>
      </div>
    </div>
  );
}
