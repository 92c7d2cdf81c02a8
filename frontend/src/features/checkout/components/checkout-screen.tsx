import { useState, type ReactNode } from 'react';
import { Elements } from '@stripe/react-stripe-js';
import type { Offer } from '@subscription-site/shared/plans';
import type { ApiError } from '../../../lib/api/api-error';
import { useAuth } from '../../../lib/session/auth-context';
import { Card } from '../../../ui/card';
import { toastError } from '../../../ui/toast';
import type { PaymentSystem } from '../api/payment-system';
import { forgetPayment } from '../pending-payment';
import type { SettlementEnd } from '../settlement';
import { useEntries } from '../use-entries';
import { usePaymentIntent } from '../use-payment-intent';
import type { UnfinishedPayment } from '../use-payment-system';
import { OrderSummary } from './order-summary';
import { PaymentForm } from './payment-form';
import { SettlementFace } from './settlement-face';
import { SubscribedFace } from './subscribed-face';
import { UnavailableFace } from './unavailable-face';
import { UnderReview } from './under-review';

type Paid = SettlementEnd & { kind: 'done' };

/** Order summary and form, once the payment system is there. What is typed stays through every state. */
export function CheckoutScreen(props: {
  system: PaymentSystem;
  offer: Offer;
  onRetry: () => void;
  onPaid: (end: Paid) => void;
}) {
  const { system, offer } = props;
  const { user } = useAuth();
  const intent = usePaymentIntent(offer);
  const { entries, change, sessionEnded, leave } = useEntries(user);
  const [charged, setCharged] = useState<UnfinishedPayment & { password?: string }>();
  const [earlier, setEarlier] = useState<string>();
  const [subscribed, setSubscribed] = useState<ApiError>();

  if (subscribed) {
    const { plan, interval } = subscribed.details as { plan?: string; interval?: string };
    return <SubscribedFace plan={plan} interval={interval} />;
  }
  if (intent.state.status === 'under-review')
    return (
      <CheckoutLayout offer={offer} open={false}>
        <UnderReview message={intent.state.message} />
      </CheckoutLayout>
    );
  if (system.underFallbackKey && cannotMatch(intent.state))
    return <UnavailableFace onRetry={props.onRetry} />;

  const end = (outcome: SettlementEnd) => {
    if (outcome.kind === 'done') return props.onPaid(outcome);
    if (outcome.kind !== 'declined') return undefined;
    forgetPayment();
    toastError({ title: 'Payment Failed', description: outcome.message });
    setEarlier(outcome.message);
    return setCharged(undefined);
  };
  return (
    <CheckoutLayout offer={offer} open={!charged}>
      {charged ? (
        <SettlementFace stripe={system.stripe} unfinished={charged} onEnd={end} />
      ) : (
        <Card>
          <Elements stripe={system.stripe}>
            <PaymentForm
              stripe={system.stripe}
              offer={offer}
              user={user}
              entries={entries}
              onEntries={change}
              sessionEnded={sessionEnded}
              onLeave={leave}
              intent={intent}
              earlier={earlier}
              onCharged={setCharged}
              onAlreadySubscribed={setSubscribed}
            />
          </Elements>
        </Card>
      )}
    </CheckoutLayout>
  );
}

/** Under the built-in key only a test-mode intent can be paid. */
function cannotMatch(intent: ReturnType<typeof usePaymentIntent>['state']): boolean {
  return intent.status === 'failed' || (intent.status === 'ready' && intent.intent.livemode);
}

/** Heading, bill and whatever is to be done, side by side where there is room. */
export function CheckoutLayout(props: { offer: Offer; open: boolean; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-5 pt-10 sm:pt-16">
      <h1 className="text-h1">Checkout</h1>
      <div className="mt-10 grid grid-cols-1 items-start gap-10 lg:grid-cols-[1fr_26rem] lg:gap-16">
        <div className="lg:order-2">
          <OrderSummary offer={props.offer} open={props.open} />
        </div>
        <div>{props.children}</div>
      </div>
    </div>
  );
}
