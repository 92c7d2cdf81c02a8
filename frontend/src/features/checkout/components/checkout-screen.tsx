import { useEffect, useState } from 'react';
import { Elements } from '@stripe/react-stripe-js';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { hasStoredSession } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { Card } from '../../../ui/layout/card';
import { toastError } from '../../../ui/feedback/toast';
import type { PaymentSystem } from '../../../lib/payments/payment-system';
import { PAYMENT_FAILED } from '../charge';
import { clearPendingPayment } from '../pending-payment';
import type { CompletionResult } from '../complete-payment';
import { findCurrentPlan, type CurrentPlan } from '../current-plan';
import { useBuyerValues } from '../use-buyer-values';
import { usePaymentIntent, type IntentState } from '../use-payment-intent';
import { CONFIGURATION_ERROR, type PendingCompletion, type SignInCredentials } from '../use-payment-system';
import { CheckoutLayout } from './checkout-layout';
import { PaymentForm } from './payment-form';
import { CompletionScreen } from './completion-screen';
import { AlreadySubscribedScreen } from './already-subscribed-screen';
import { UnavailableScreen } from './unavailable-screen';
import { UnderReview } from './under-review';

type Paid = CompletionResult & { kind: 'done' };

/** Order summary and form. Form values survive every state. */
export function CheckoutScreen(props: {
  system: PaymentSystem;
  planPrice: PlanPrice;
  onRetry: () => void;
  onPaid: (end: Paid, credentials?: SignInCredentials) => void;
}) {
  const { system, planPrice } = props;
  const { user } = useAuth();
  const intent = usePaymentIntent(planPrice);
  const { values, change, sessionEnded, markLeaving } = useBuyerValues(user);
  const [pending, setPending] = useState<PendingCompletion & SignInCredentials>();
  const [declined, setDeclined] = useState(false);
  const [subscribed, setSubscribed] = useState<CurrentPlan>();
  const isKeyMismatch = system.usesFallbackKey && isLive(intent.state);
  useEffect(() => {
    if (isKeyMismatch) toastError(CONFIGURATION_ERROR);
  }, [isKeyMismatch]);

  if (subscribed) return <AlreadySubscribedScreen {...subscribed} wanted={planPrice} />;
  if (intent.state.status === 'under-review')
    return (
      // Without an order summary: the payment may be for another plan than this page's.
      <div className="mx-auto max-w-prose px-5 pt-16 sm:pt-24">
        <h1 className="sr-only">Checkout</h1>
        <UnderReview message={intent.state.message} />
      </div>
    );
  if (isKeyMismatch || (system.usesFallbackKey && intent.state.status === 'failed'))
    return <UnavailableScreen onRetry={props.onRetry} />;

  /** Shows the plan that was bought in another tab meanwhile, if there is one. */
  const showBoughtPlan = async (): Promise<boolean> => {
    // The session may have started in that tab.
    const plan = await findCurrentPlan(hasStoredSession());
    if (plan) setSubscribed(plan);
    return Boolean(plan);
  };
  const end = async (outcome: CompletionResult) => {
    if (outcome.kind === 'done') return props.onPaid(outcome, pending);
    if (outcome.kind !== 'declined') return undefined;
    clearPendingPayment();
    if (await showBoughtPlan()) return undefined;
    toastError({ title: PAYMENT_FAILED, description: outcome.message });
    setDeclined(true);
    return setPending(undefined);
  };
  if (pending)
    return (
      <CompletionScreen
        stripe={system.stripe}
        planPrice={planPrice}
        pending={pending}
        onEnd={(outcome) => void end(outcome)}
      />
    );
  return (
    <CheckoutLayout planPrice={planPrice} status="open">
      <Card>
        <Elements stripe={system.stripe}>
          <PaymentForm
            stripe={system.stripe}
            planPrice={planPrice}
            user={user}
            values={values}
            onChange={change}
            sessionEnded={sessionEnded}
            onSignOut={markLeaving}
            intent={intent}
            declined={declined}
            onCharged={setPending}
            onAlreadySubscribed={setSubscribed}
            showBoughtPlan={showBoughtPlan}
          />
        </Elements>
      </Card>
    </CheckoutLayout>
  );
}

/** Whether paying would charge a real card. The fallback key works only in test mode. */
function isLive(state: IntentState): boolean {
  return state.status === 'ready' && state.intent.livemode;
}
