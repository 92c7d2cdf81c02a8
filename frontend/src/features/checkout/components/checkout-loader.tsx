import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { planPriceOf, type PlanPrice } from '@subscription-site/shared/plans';
import { logError } from '../../../lib/log';
import { useAuth } from '../../../lib/session/auth-context';
import { checkSubscription, hasPaidPlan } from '../../../lib/session/subscription';
import { useLoad } from '../../../lib/use-load';
import { toastError, toastSuccess } from '../../../ui/feedback/toast';
import { Loading } from '../../../ui/feedback/loading';
import { clearBuyerDraft } from '../buyer-draft';
import { clearPendingPayment } from '../pending-payment';
import type { CompletionResult } from '../complete-payment';
import { usePaymentSystem } from '../use-payment-system';
import { Card } from '../../../ui/layout/card';
import { CheckoutLayout } from './checkout-layout';
import { AlreadySubscribedScreen } from './already-subscribed-screen';
import { CheckoutScreen } from './checkout-screen';
import { CompletionScreen } from './completion-screen';
import { UnavailableScreen } from './unavailable-screen';

const PAID = 'Payment Successful! 🎉';
const NEW_ACCOUNT = 'Your account has been created and subscription activated.';
const EXISTING_ACCOUNT = 'Your subscription has been activated.';

/** Everything before the form: session, current plan, pending payment, and payment provider. */
export function CheckoutLoader({ planPrice }: { planPrice: PlanPrice }) {
  const navigate = useNavigate();
  const { user, loading, signIn } = useAuth();
  const { state, retry } = usePaymentSystem();
  const [declined, setDeclined] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const plan = useLoad(`plan of ${user?.id ?? 'a visitor'}`, () => currentPlan(Boolean(user)));

  /** With the password that the buyer has just typed, signs them in. If that fails, the confirmation page offers it. */
  const onPaid = async ({ response }: CompletionResult & { kind: 'done' }, password?: string) => {
    clearPendingPayment();
    clearBuyerDraft();
    const { user: buyer, subscription } = response;
    if (password && !user)
      await signIn(buyer.email, password).catch((error: unknown) => logError('sign-in', error));
    toastSuccess({ title: PAID, description: user ? EXISTING_ACCOUNT : NEW_ACCOUNT });
    void navigate('/checkout-success', {
      replace: true,
      state: { user: buyer, subscription, plan: subscription.plan },
    });
  };

  if (state.status === 'unavailable') return <UnavailableScreen onRetry={retry} />;
  if (state.status === 'loading' || loading) return <LoadingScreen planPrice={planPrice} />;

  const { system, pending } = state;
  if (pending && !declined) {
    const bought = planPriceOf(pending.payment.plan, pending.payment.interval);
    return (
      <CompletionScreen
        stripe={system.stripe}
        planPrice={bought}
        pending={pending}
        onEnd={(end) => {
          if (end.kind === 'done') return void onPaid(end);
          if (end.kind !== 'declined') return undefined;
          clearPendingPayment();
          toastError({ title: 'Payment Failed', description: end.message });
          return setDeclined(true);
        }}
      />
    );
  }
  // Signing in or out keeps the open form and its values.
  if (plan.status === 'loading' && !hasOpened) return <LoadingScreen planPrice={planPrice} />;
  // A session that starts later, in this tab or another, must not interrupt a payment. The server checks again.
  if (plan.value && !hasOpened)
    return (
      <AlreadySubscribedScreen
        plan={plan.value.subscription_tier ?? undefined}
        interval={plan.value.interval ?? undefined}
      />
    );
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
        <Loading label="Loading payment system..." className="min-h-[32rem]" />
      </Card>
    </CheckoutLayout>
  );
}

/** The user's paid plan. Errors do not block the checkout, because the server checks again. */
async function currentPlan(signedIn: boolean) {
  if (!signedIn) return undefined;
  try {
    const check = await checkSubscription();
    return hasPaidPlan(check) ? check : undefined;
  } catch (error) {
    logError('check-subscription', error);
    return undefined;
  }
}
