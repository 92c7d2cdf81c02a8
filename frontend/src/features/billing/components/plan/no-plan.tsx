import { useId, type Ref } from 'react';
import type { AccountSubscriptionResponse } from '@subscription-site/shared/contracts';
import { RETENTION_DAYS } from '@subscription-site/shared/plans';
import { FREE_LIMITS } from '@subscription-site/shared/trial';
import { buttonClass } from '../../../../ui/buttons/button';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { Link } from '../../../../ui/navigation/link';
import { planName } from '../../subscription';

/** For customers whose plan has ended, and users who never had one. */
export function NoPlan(props: AccountSubscriptionResponse & { headingRef: Ref<HTMLHeadingElement> }) {
  const { subscription, trial, headingRef } = props;
  const id = useId();
  const { title, text } = subscription ? endedText(subscription) : trialText(trial);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={headingRef} tabIndex={-1} className="sr-only">
        Your plan
      </h2>
      <EmptyState
        title={title}
        action={
          <Link to="/pricing" className={buttonClass('ink')}>
            Choose a plan
          </Link>
        }
      >
        {text}
      </EmptyState>
    </section>
  );
}

function endedText(subscription: NonNullable<AccountSubscriptionResponse['subscription']>) {
  const { plan, status, endedAt, endedByDispute, dataKeptUntil, currentPeriodEnd } = subscription;
  return {
    title: `Your ${planName(plan)} plan has ended`,
    text: (
      <p>
        It ended on <ShortDate at={endedAt ?? currentPeriodEnd} />
        {status === 'refunded' ? ', and you got a refund' : ''}
        {endedByDispute ? ' because your bank reversed your payment' : ''}.{' '}
        {dataKeptUntil ? (
          <>
            We’ll keep your data until <ShortDate at={dataKeptUntil} />, so you can pick up where you left
            off.
          </>
        ) : (
          `We kept your data for ${RETENTION_DAYS} days, then deleted it.`
        )}
      </p>
    ),
  };
}

function trialText({ status, endsAt }: AccountSubscriptionResponse['trial']) {
  if (status === 'trialing' && endsAt)
    return {
      title: 'You’re on a free trial',
      text: (
        <p>
          It ends on <ShortDate at={endsAt} withTime /> and includes {FREE_LIMITS.users} user and up to{' '}
          {FREE_LIMITS.trackedSubscriptions} tracked subscriptions. You won’t be charged.
        </p>
      ),
    };
  if (status === 'trial_ended' && endsAt)
    return {
      title: 'Your free trial has ended',
      text: (
        <p>
          It ended on <ShortDate at={endsAt} />, and you weren’t charged. Choose a plan to pick up where you
          left off.
        </p>
      ),
    };
  return { title: 'You don’t have a plan yet', text: <p>Every plan comes with a money-back guarantee.</p> };
}
