import { useEffect, useEffectEvent, useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import { sentenceOf } from '../../../lib/api/messages';
import { mailToSupport } from '../../../lib/browser/outside';
import { buttonClass } from '../../../ui/button';
import { ArrivingHeading } from '../../../ui/arriving-heading';
import { Card } from '../../../ui/card';
import { Waiting } from '../../../ui/waiting';
import { settlePayment, type SettlementEnd, type SettlementStep } from '../settlement';
import type { UnfinishedPayment } from '../use-payment-system';

const WORDS: Record<SettlementStep, { title: string; text: string; waiting: string }> = {
  bank: {
    title: 'Your payment is being processed',
    text: "This page updates automatically. You can close it; we'll email you once your bank approves the payment.",
    waiting: 'Waiting for your bank...',
  },
  account: {
    title: 'Payment received',
    text: "Your card has been charged. We're setting up your plan.",
    waiting: 'Setting up your account...',
  },
  struggling: {
    title: 'Payment received',
    text: "Your card has been charged and won't be charged again. Setting up your account is taking longer than usual. This page keeps trying. You can close it; we'll email you when your account is ready.",
    waiting: 'Trying again...',
  },
};

/** Shown once the card was, or may have been, charged, until it is known how that ended. */
export function SettlementFace(props: {
  stripe: Stripe;
  unfinished: UnfinishedPayment & { password?: string };
  onEnd: (end: SettlementEnd) => void;
}) {
  const { stripe, unfinished } = props;
  const [step, setStep] = useState<SettlementStep>(unfinished.paid ? 'account' : 'bank');
  const [refusal, setRefusal] = useState<SettlementEnd & { kind: 'refused' }>();
  const onEnd = useEffectEvent((end: SettlementEnd) => {
    if (end.kind === 'refused') setRefusal(end);
    else if (end.kind !== 'abandoned') props.onEnd(end);
  });
  useEffect(() => {
    const abandon = new AbortController();
    const { payment, password, paid } = unfinished;
    void settlePayment(stripe, { ...payment, password }, paid, setStep, abandon.signal).then(onEnd);
    return () => abandon.abort();
  }, [stripe, unfinished]);

  if (refusal) return <Refused refusal={refusal} reference={unfinished.payment.paymentIntentId} />;
  const words = WORDS[step];
  return (
    <Card>
      <ArrivingHeading className="text-h3">{words.title}</ArrivingHeading>
      <p className="mt-3 text-ink-soft">{words.text}</p>
      <Waiting label={words.waiting} className="mt-8 justify-start" />
    </Card>
  );
}

function Refused({
  refusal,
  reference,
}: {
  refusal: SettlementEnd & { kind: 'refused' };
  reference: string;
}) {
  return (
    <Card role="alert">
      <ArrivingHeading className="text-h3">
        We received your payment but couldn&apos;t finish setting up your account
      </ArrivingHeading>
      <p className="mt-3">{refusal.fault.message || sentenceOf(refusal.fault)}</p>
      <p className="mt-3 text-ink-soft">
        Please don&apos;t pay again. Send us this reference and we&apos;ll fix it.
      </p>
      <p className="figure mt-4 bg-well px-4 py-3 break-all">{reference}</p>
      <a href={mailToSupport(`Payment ${reference}`)} className={buttonClass('ink', 'large', 'mt-6')}>
        Contact support
      </a>
    </Card>
  );
}
