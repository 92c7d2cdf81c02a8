import { useEffect, useEffectEvent, useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { errorMessage } from '../../../lib/api/messages';
import { supportMailto } from '../../../lib/browser/external-links';
import { useAuth } from '../../../lib/session/auth-context';
import { buttonClass } from '../../../ui/buttons/button';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { Card } from '../../../ui/layout/card';
import { Loading } from '../../../ui/feedback/loading';
import { completePayment, type CompletionResult, type CompletionStep } from '../complete-payment';
import { clearPendingPayment } from '../pending-payment';
import type { PendingCompletion, SignInCredentials } from '../use-payment-system';
import { CheckoutLayout } from './checkout-layout';
import type { OrderStatus } from './order-summary';
import { NoPlan } from './no-plan';
import { UnderReview } from './under-review';

interface StepText {
  title: string;
  text: string;
  waiting: string;
}

/** `signedIn`: the plan is added to an existing account. */
function stepText(step: CompletionStep, signedIn: boolean): StepText {
  const received = { title: 'Payment received' };
  const ready = signedIn ? 'plan' : 'account';
  switch (step) {
    case 'bank':
      return {
        title: 'Your payment is being processed',
        text: 'This page updates automatically. You can close it; we’ll email you once your bank approves the payment.',
        waiting: 'Waiting for your bank...',
      };
    case 'account':
      return {
        ...received,
        text: `Your card has been charged, and we’re setting up your ${ready}. You can close this page; we’ll email you when it’s ready.`,
        waiting: signedIn ? 'Adding your plan...' : 'Setting up your account...',
      };
    case 'retrying':
      return {
        ...received,
        text: `Your card has been charged and won’t be charged again. Setting up your ${ready} is taking longer than usual. We’ll keep trying. You can close this page; we’ll email you when it’s ready.`,
        waiting: 'Trying again...',
      };
  }
}

/** Shown after the card was, or may have been, charged, until the result is known. */
export function CompletionScreen(props: {
  stripe: Stripe;
  planPrice: PlanPrice;
  pending: PendingCompletion & SignInCredentials;
  onEnd: (end: CompletionResult) => void;
}) {
  const { stripe, planPrice, pending } = props;
  const { user } = useAuth();
  const [step, setStep] = useState<CompletionStep>(pending.paid ? 'account' : 'bank');
  const [rejection, setRejection] = useState<CompletionResult & { kind: 'rejected' }>();
  const onEnd = useEffectEvent((end: CompletionResult) => {
    if (end.kind === 'abandoned') return undefined;
    if (end.kind !== 'rejected') return props.onEnd(end);
    if (end.error.code === 'payment_refunded') clearPendingPayment();
    return setRejection(end);
  });
  useEffect(() => {
    const abandon = new AbortController();
    const { payment, password, paid } = pending;
    void completePayment(stripe, { ...payment, password }, paid, setStep, abandon.signal).then(onEnd);
    return () => abandon.abort();
  }, [stripe, pending]);

  if (rejection)
    return (
      <CheckoutLayout planPrice={planPrice} status={toOrderStatus(rejection)}>
        <RejectedScreen
          rejection={rejection}
          reference={pending.payment.paymentIntentId}
          signedIn={Boolean(user)}
        />
      </CheckoutLayout>
    );
  const text = stepText(step, Boolean(user));
  return (
    <CheckoutLayout planPrice={planPrice} status="charged">
      <Card>
        <FocusedHeading className="text-h3">{text.title}</FocusedHeading>
        <p className="mt-3 text-ink-soft">{text.text}</p>
        <Loading label={text.waiting} className="mt-8 justify-start" />
      </Card>
    </CheckoutLayout>
  );
}

function toOrderStatus({ error }: CompletionResult & { kind: 'rejected' }): OrderStatus {
  if (error.code === 'payment_under_review') return 'under-review';
  return error.code === 'payment_refunded' ? 'refunded' : 'incomplete';
}

function RejectedScreen({
  rejection,
  reference,
  signedIn,
}: {
  rejection: CompletionResult & { kind: 'rejected' };
  reference: string;
  signedIn: boolean;
}) {
  const { code } = rejection.error;
  if (code === 'payment_under_review')
    return <UnderReview message={errorMessage(rejection.error)} reference={reference} />;
  if (code === 'payment_refunded') return <NoPlan error={rejection.error} />;
  return (
    <Card role="alert">
      <FocusedHeading className="text-h3">
        We received your payment but couldn’t {signedIn ? 'add your plan' : 'finish setting up your account'}
      </FocusedHeading>
      <p className="mt-3">{rejection.error.message || errorMessage(rejection.error)}</p>
      <p className="mt-3 text-ink-soft">Please don’t pay again. Send us this reference and we’ll fix it.</p>
      <p className="code mt-4 bg-well px-4 py-3 break-all">{reference}</p>
      <a href={supportMailto(`Payment ${reference}`)} className={buttonClass('ink', 'large', 'mt-6')}>
        Contact support
      </a>
    </Card>
  );
}
