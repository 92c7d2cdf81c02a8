import { useId, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { SubscriptionQuote } from '@subscription-site/shared/contracts';
import {
  CATALOG,
  PAID_PLANS,
  parseInterval,
  parsePaidPlan,
  type BillingInterval,
} from '@subscription-site/shared/plans';
import { isApiError } from '../../../../lib/api/api-error';
import { Amount } from '../../../../ui/data-display/amount';
import { Button } from '../../../../ui/buttons/button';
import { Badge } from '../../../../ui/data-display/badge';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { Callout } from '../../../../ui/feedback/callout';
import { LoadError } from '../../../../ui/feedback/load-error';
import { Skeleton } from '../../../../ui/feedback/skeleton';
import { restoreFocus } from '../../../../ui/focus/restore-focus';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { SegmentedControl, type Segment } from '../../../../ui/forms/segmented-control';
import { ReceiptCard } from '../../../../ui/layout/receipt-card';
import { quoteQuery } from '../../api/queries';
import { planName, type Subscription } from '../../subscription';
import { usePlanChange, type ConfirmedChange, type PlanChange } from '../../use-plan-change';
import { useUndoChange } from '../../use-undo-change';
import { UnconfirmedChange } from '../unconfirmed-change';
import { QuoteCard } from './quote-card';

const INTERVALS: readonly Segment<BillingInterval>[] = [
  { key: 'month', label: 'Monthly' },
  { key: 'year', label: 'Yearly' },
];

/** The choice is kept in the URL, so that it survives a reload and signing in. */
export function ChangePlanForm(props: {
  subscription: Subscription;
  onConfirmed: (change: ConfirmedChange) => void;
}) {
  const { subscription, onConfirmed } = props;
  const [query, setQuery] = useSearchParams();
  const { busy, formError, submit, clearFormError } = usePlanChange(onConfirmed);
  const chosen: PlanChange = {
    plan: parsePaidPlan(query.get('plan')) ?? subscription.plan,
    interval: parseInterval(query.get('interval')) ?? subscription.interval,
  };
  const choose = (choice: Partial<PlanChange>) => {
    if (busy) return;
    clearFormError();
    setQuery({ ...chosen, ...choice }, { replace: true });
  };
  const { pendingChange } = subscription;
  const isCurrent = isSame(chosen, subscription);
  const isScheduled = pendingChange !== null && isSame(chosen, pendingChange);
  const quoted = useQuery({ ...quoteQuery(chosen), enabled: !isCurrent && !isScheduled });
  const quote = isCurrent || isScheduled ? undefined : quoted.data;
  return (
    // On phones, the price and the button stay visible at the bottom of the screen, so the columns become one list.
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-16">
      <div className="grid gap-6">
        {busy ? null : <UnconfirmedChange replaceable />}
        {pendingChange ? (
          <Callout tone="marker" title="A plan change is already scheduled">
            <p>
              You’ll switch to {planName(pendingChange.plan)}, billed {adverb(pendingChange.interval)}, on{' '}
              <ShortDate at={pendingChange.effectiveAt} />. Confirming another change replaces it.
            </p>
          </Callout>
        ) : null}
        <fieldset aria-disabled={busy} className="grid justify-items-start gap-6">
          <legend className="sr-only">New plan</legend>
          <SegmentedControl
            legend="Billing period"
            choices={INTERVALS}
            chosen={chosen.interval}
            onChoose={(interval) => choose({ interval })}
          />
          <PlanChoice subscription={subscription} chosen={chosen} onChoose={choose} />
        </fieldset>
      </div>
      <div className="contents lg:grid lg:gap-6">
        {isCurrent ? <CurrentPlan subscription={subscription} /> : null}
        {isScheduled ? <p className={NOTE}>This change is already scheduled.</p> : null}
        {isCurrent || isScheduled ? null : (
          <Quote subscription={subscription} change={chosen} query={quoted} />
        )}
        <div
          className={
            quote &&
            'sticky bottom-[var(--banner-height,0rem)] z-10 -mx-5 grid gap-3 border-t border-rule bg-paper px-5 pt-3 pb-4 lg:static lg:mx-0 lg:gap-6 lg:border-0 lg:p-0'
          }
        >
          <output className="block text-small font-semibold lg:sr-only">
            {quote ? <Summary change={chosen} quote={quote} /> : null}
          </output>
          <FormErrorAlert error={formError} />
          {quote ? (
            <ConfirmButton quote={quote} busy={busy} onConfirm={(of) => void submit(chosen, of)} />
          ) : null}
        </div>
      </div>
    </div>
  );
}

const NOTE = 'border border-dashed border-rule-strong p-6 text-ink-soft';

const adverb = (interval: BillingInterval): string => (interval === 'year' ? 'yearly' : 'monthly');

/** For example `Growth, yearly: $939.61 due now`. */
function Summary({ change, quote }: { change: PlanChange; quote: SubscriptionQuote }) {
  return (
    <>
      {`${planName(change.plan)}, ${adverb(change.interval)}: `}
      <Amount cents={quote.dueNowCents} currency={quote.currency} /> due now
    </>
  );
}

const isSame = (one: PlanChange, other: PlanChange): boolean =>
  one.plan === other.plan && one.interval === other.interval;

function PlanChoice(props: {
  subscription: Subscription;
  chosen: PlanChange;
  onChoose: (choice: Partial<PlanChange>) => void;
}) {
  const { subscription, chosen, onChoose } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Plan" className="grid w-full gap-4 sm:grid-cols-2">
      {PAID_PLANS.map((plan) => {
        const { amountCents, limits } = CATALOG[plan];
        return (
          <label
            key={plan}
            className="relative grid content-start gap-1 rounded-card border border-rule-strong bg-card p-5 has-checked:border-ink has-checked:shadow-[inset_0_5px_0_var(--color-marker)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink forced-colors:has-checked:border-[Highlight]"
          >
            <span className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
              <span className="text-lead font-bold">{planName(plan)}</span>
              {plan === subscription.plan ? (
                <Badge tone="plain">
                  Current plan
                  {chosen.interval === subscription.interval ? '' : `, ${adverb(subscription.interval)}`}
                </Badge>
              ) : null}
            </span>
            <span>
              <span className="sum text-h2">
                <Amount cents={amountCents[chosen.interval]} />
              </span>{' '}
              <span className="text-small text-ink-soft">per {chosen.interval}</span>
            </span>
            <span className="text-small text-ink-soft">Up to {limits.users} users</span>
            <input
              type="radio"
              name={name}
              value={plan}
              checked={plan === chosen.plan}
              onChange={() => onChoose({ plan })}
              className="absolute inset-0 cursor-pointer appearance-none focus-visible:shadow-none focus-visible:outline-none"
            />
          </label>
        );
      })}
    </div>
  );
}

/** The current plan is chosen. If it will change, the change can be undone. */
function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const { plan, interval, pendingChange } = subscription;
  const { busy, formError, undo } = useUndoChange(subscription);
  const note = useRef<HTMLDivElement>(null);
  const keep = async () => {
    await undo();
    restoreFocus(note.current);
  };
  return (
    <div ref={note} tabIndex={-1} className={NOTE}>
      <p>
        This is your current plan.{' '}
        {pendingChange ? null : 'Choose another plan or billing period to see what it costs.'}
      </p>
      {pendingChange ? (
        <div className="mt-4 grid justify-items-start gap-4">
          <FormErrorAlert error={formError} />
          <Button busyLabel={busy && 'One moment...'} onClick={() => void keep()}>
            Keep {pendingChange.plan === plan ? `${adverb(interval)} billing` : planName(plan)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Quote(props: {
  subscription: Subscription;
  change: PlanChange;
  query: UseQueryResult<SubscriptionQuote>;
}) {
  const { data: quote, error, isError, refetch } = props.query;
  if (isError) {
    const isRejected = isApiError(error, 'change_not_possible');
    const title = isRejected ? 'You can’t make this change right now' : 'The price couldn’t be loaded';
    return <LoadError title={title} error={error} onRetry={() => void refetch()} />;
  }
  if (!quote) return <QuoteSkeleton />;
  return <QuoteCard subscription={props.subscription} change={props.change} quote={quote} />;
}

function ConfirmButton(props: {
  quote: SubscriptionQuote;
  busy: boolean;
  onConfirm: (quote: SubscriptionQuote) => void;
}) {
  const { quote, busy, onConfirm } = props;
  const isScheduled = quote.lines.length === 0;
  return (
    <Button
      size="large"
      className="w-full"
      busyLabel={busy && (isScheduled ? 'One moment...' : 'Processing payment...')}
      onClick={() => onConfirm(quote)}
    >
      {isScheduled ? (
        'Schedule change'
      ) : (
        <span>
          Pay <Amount cents={quote.dueNowCents} currency={quote.currency} /> and switch
        </span>
      )}
    </Button>
  );
}

function QuoteSkeleton() {
  return (
    <output className="block">
      <span className="sr-only">Calculating the price...</span>
      <ReceiptCard className="grid gap-4 px-6 pt-6 pb-9 sm:px-8">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton />
        <Skeleton className="w-4/5" />
        <Skeleton className="h-12" />
      </ReceiptCard>
    </output>
  );
}
