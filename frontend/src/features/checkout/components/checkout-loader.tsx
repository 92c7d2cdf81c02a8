import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getPlanPrice, type PlanPrice } from '@subscription-site/shared/plans';
import { logError } from '../../../lib/log';
import { useAuth } from '../../../lib/session/auth-context';
import { useLoad } from '../../../lib/use-load';
import { toastError } from '../../../ui/feedback/toast';
import { Loading } from '../../../ui/feedback/loading';
import { clearBuyerDraft } from '../buyer-draft';
import { findCurrentPlan } from '../current-plan';
import { PAYMENT_FAILED } from '../charge';
import { clearPendingPayment } from '../pending-payment';
import type { CompletionResult } from '../complete-payment';
import { usePaymentSystem, type SignInCredentials } from '../use-payment-system';
import { Card } from '../../../ui/layout/card';
import { siteConfig } from '../../../lib/config/site-config';
import { CheckoutLayout } from './checkout-layout';
import { AlreadySubscribedScreen } from './already-subscribed-screen';
import { CheckoutScreen } from './checkout-screen';
import { CompletionScreen } from './completion-screen';
import { UnavailableScreen } from './unavailable-screen';

const NEW_ACCOUNT = 'Your account has been created and subscription activated.';
const EXISTING_ACCOUNT = 'Your subscription has been activated.';

/** Everything before the form: session, current plan, pending payment, and payment provider. */
export function CheckoutLoader({ planPrice }: { planPrice: PlanPrice }) {
  const navigate = useNavigate();
  const { user, loading, signIn } = useAuth();
  const { state, retry } = usePaymentSystem();
  const [declineMessage, setDeclineMessage] = useState<string>();
  const [hasOpened, setHasOpened] = useState(false);
  const plan = useLoad(`plan of ${user?.id ?? 'a visitor'}`, () => findCurrentPlan(Boolean(user)));

  // Not on end: an account that has a plan by now has nothing to pay again.
  useEffect(() => {
    if (hasOpened && declineMessage !== undefined)
      toastError({ title: PAYMENT_FAILED, description: declineMessage });
  }, [hasOpened, declineMessage]);

  /** Signs the buyer in with the password they just typed. If that fails, the confirmation page offers to sign in. */
  const onPaid = async (
    { response }: CompletionResult & { kind: 'done' },
    { password, signInTicket }: SignInCredentials = {},
  ) => {
    const { user: buyer, subscription } = response;
    if (password && !user)
      await signIn(buyer.email, password, signInTicket).catch((error: unknown) => logError('sign-in', error));
    const announcement = user ? EXISTING_ACCOUNT : NEW_ACCOUNT;
    void navigate('/checkout-success', {
      replace: true,
      state: { user: buyer, subscription, plan: subscription.plan, announcement },
    });
    // Until here, a reload resumes the payment.
    clearPendingPayment();
    clearBuyerDraft();
  };

  if (state.status === 'unavailable') return <UnavailableScreen onRetry={retry} />;
  if (state.status === 'loading' || loading) return <LoadingScreen planPrice={planPrice} />;

  const { system, pending } = state;
  if (pending && declineMessage === undefined) {
    const bought = getPlanPrice(pending.payment.plan, pending.payment.interval);
    return (
      <CompletionScreen
        stripe={system.stripe}
        planPrice={bought}
        pending={pending}
        onEnd={(end) => {
          if (end.kind === 'done') return void onPaid(end);
          if (end.kind !== 'declined') return undefined;
          clearPendingPayment();
          return setDeclineMessage(end.message);
        }}
      />
    );
  }
  // Signing in or out keeps the open form and its values.
  if (plan.status === 'loading' && !hasOpened) return <LoadingScreen planPrice={planPrice} />;
  // A session that starts later, in this tab or another, must not interrupt a payment. The server checks again.
  if (plan.value && !hasOpened) return <AlreadySubscribedScreen {...plan.value} wanted={planPrice} />;
  if (!hasOpened) setHasOpened(true);
  return (
    <CheckoutScreen
      system={system}
      planPrice={planPrice}
      onRetry={retry}
      onPaid={(...paid) => void onPaid(...paid)}
    />
  );
}

/** Part of the prerendered page. */
function LoadingScreen({ planPrice }: { planPrice: PlanPrice }) {
  return (
    <CheckoutLayout planPrice={planPrice} status="open">
      <Card>
        <Loading label="Loading payment system..." className="min-h-[32rem] noscript:hidden" />
        <WithoutScripts />
      </Card>
    </CheckoutLayout>
  );
}

/** Shown in place of the form when JavaScript is off. */
function WithoutScripts() {
  const { supportEmail } = siteConfig();
  return (
    <div className="hidden gap-5 noscript:grid">
      <h2 className="text-h2">This page needs JavaScript</h2>
      <p className="text-ink-soft">
        You need JavaScript to pay. Turn it on and reload the page, or email{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
        .
      </p>
      <p>
        <a href="/" className="font-semibold text-link">
          Back to the home page
        </a>
      </p>
    </div>
  );
}
