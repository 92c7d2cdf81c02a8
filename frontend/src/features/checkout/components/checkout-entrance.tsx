import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { offerOf, type Offer } from '@subscription-site/shared/plans';
import { logFault } from '../../../lib/log';
import { useAuth } from '../../../lib/session/auth-context';
import { checkSubscription, hasPaidPlan } from '../../../lib/session/subscription';
import { useLoad } from '../../../lib/use-load';
import { toastError, toastSuccess } from '../../../ui/toast';
import { Waiting } from '../../../ui/waiting';
import { forgetPayment } from '../pending-payment';
import type { SettlementEnd } from '../settlement';
import { usePaymentSystem } from '../use-payment-system';
import { CheckoutLayout, CheckoutScreen } from './checkout-screen';
import { SettlementFace } from './settlement-face';
import { SubscribedFace } from './subscribed-face';
import { UnavailableFace } from './unavailable-face';

const PAID = {
  title: 'Payment Successful! 🎉',
  description: 'Your account has been created and subscription activated.',
};

/** Everything before the form: who is there, what he has, whether a payment is unfinished, whether cards can be taken. */
export function CheckoutEntrance({ offer }: { offer: Offer }) {
  const navigate = useNavigate();
  const { user, loading } = useAuth();
  const { state, retry } = usePaymentSystem();
  const [declined, setDeclined] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const present = useLoad(`plan of ${user?.id ?? 'a visitor'}`, () => presentPlan(Boolean(user)));

  const paid = ({ answer }: SettlementEnd & { kind: 'done' }) => {
    forgetPayment();
    toastSuccess(PAID);
    const { user: buyer, subscription } = answer;
    void navigate('/checkout-success', {
      replace: true,
      state: { user: buyer, subscription, plan: subscription.plan },
    });
  };

  if (state.status === 'unavailable') return <UnavailableFace onRetry={retry} />;
  if (state.status === 'loading' || loading) return <LoadingFace />;

  const { system, unfinished } = state;
  if (unfinished && !declined) {
    const bought = offerOf(unfinished.payment.plan, unfinished.payment.interval);
    return (
      <CheckoutLayout offer={bought} open={false}>
        <SettlementFace
          stripe={system.stripe}
          unfinished={unfinished}
          onEnd={(end) => {
            if (end.kind === 'done') return paid(end);
            if (end.kind !== 'declined') return undefined;
            forgetPayment();
            toastError({ title: 'Payment Failed', description: end.message });
            return setDeclined(true);
          }}
        />
      </CheckoutLayout>
    );
  }
  // Who signs in or out meanwhile, or whose session ends, keeps the form with all that stands in it.
  if (present.status === 'loading' && !isOpen) return <LoadingFace />;
  if (!isOpen) setIsOpen(true);
  if (present.value)
    return (
      <SubscribedFace
        plan={present.value.subscription_tier ?? undefined}
        interval={present.value.interval ?? undefined}
      />
    );
  return <CheckoutScreen system={system} offer={offer} onRetry={retry} onPaid={paid} />;
}

function LoadingFace() {
  return (
    <>
      <h1 className="sr-only">Checkout</h1>
      <Waiting label="Loading payment system..." className="min-h-[60vh]" />
    </>
  );
}

/** The paid plan of whoever is signed in. That it could not be found out keeps nobody from buying: the server asks again. */
async function presentPlan(signedIn: boolean) {
  if (!signedIn) return undefined;
  try {
    const check = await checkSubscription();
    return hasPaidPlan(check) ? check : undefined;
  } catch (fault) {
    logFault('check-subscription', fault);
    return undefined;
  }
}
