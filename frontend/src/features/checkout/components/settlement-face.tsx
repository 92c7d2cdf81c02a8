import { useEffect, useEffectEvent, useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import { sentenceOf } from '../../../lib/api/messages';
import { mailToSupport } from '../../../lib/browser/outside';
import { buttonClass } from '../../../ui/button';
import { ArrivingHeading } from '../../../ui/arriving-heading';
import { Card } from '../../../ui/card';
import { Waiting } from '../../../ui/waiting';
import { Link } from '../../../ui/link';
import { forgetPayment } from '../pending-payment';
import { settlePayment, type SettlementEnd, type SettlementStep } from '../settlement';
import type { UnfinishedPayment } from '../use-payment-system';
import { UnderReview } from './under-review';

const WORDS: Record<SettlementStep, { title: string; text: string; waiting: string }> = {
  bank: {
    title: 'Your payment is being processed',
    text: 'Your bank has not finished yet. This page goes on by itself. You may also close it: your account is made as soon as the bank says yes, and we write to you.',
    waiting: 'Waiting for your bank...',
  },
  account: {
    title: 'Payment received',
    text: 'Your card has been charged. Now your account gets its plan.',
    waiting: 'Setting up your account...',
  },
  struggling: {
    title: 'Payment received',
    text: 'Your card has been charged once and will not be charged again. Our service is slow to answer; this page keeps trying. You may also close it: your account is made all the same, and we write to you.',
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
    if (end.kind === 'abandoned') return undefined;
    if (end.kind !== 'refused') return props.onEnd(end);
    if (end.fault.code === 'payment_returned') forgetPayment();
    return setRefusal(end);
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
  const { code } = refusal.fault;
  if (code === 'payment_under_review')
    return <UnderReview message={sentenceOf(refusal.fault)} reference={reference} />;
  if (code === 'payment_returned')
    return (
      <Card role="alert">
        <ArrivingHeading className="text-h3">Your payment was returned</ArrivingHeading>
        <p className="mt-3">{sentenceOf(refusal.fault)}</p>
        <Link to="/pricing" className={buttonClass('ink', 'large', 'mt-6')}>
          See plans
        </Link>
      </Card>
    );
  return (
    <Card role="alert">
      <ArrivingHeading className="text-h3">Your payment arrived, but we need to talk</ArrivingHeading>
      <p className="mt-3">{refusal.fault.message || sentenceOf(refusal.fault)}</p>
      <p className="mt-3 text-ink-soft">
        Please do not pay again. Write to us with this reference and we put it right.
      </p>
      <p className="figure mt-4 bg-well px-4 py-3 break-all">{reference}</p>
      <a href={mailToSupport(`Payment ${reference}`)} className={buttonClass('ink', 'large', 'mt-6')}>
        Contact support
      </a>
    </Card>
  );
}
