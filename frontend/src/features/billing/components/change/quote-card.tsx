import type { ReactNode } from 'react';
import { CATALOG, getPlanPrice, type BillingInterval } from '@subscription-site/shared/plans';
import type { QuoteLine, SubscriptionQuote } from '@subscription-site/shared/contracts';
import { Amount, Price } from '../../../../ui/data-display/amount';
import { cardForChangePath } from '../../../../lib/billing-paths';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { BillLine, ReceiptCard } from '../../../../ui/layout/receipt-card';
import { Link } from '../../../../ui/navigation/link';
import { cardName } from '../../../../lib/card-name';
import { nextPeriodStart, planName, type Subscription } from '../../subscription';
import type { PlanChange } from '../../use-plan-change';

/** What a change costs now and later, line by line, and which card is charged. */
export function QuoteCard(props: {
  subscription: Subscription;
  change: PlanChange;
  quote: SubscriptionQuote;
}) {
  const { subscription, change, quote } = props;
  const { currency, dueNowCents, lines } = quote;
  const isScheduled = lines.length === 0;
  return (
    <div className="grid gap-6">
      <ReceiptCard className="px-6 pt-6 pb-9 sm:px-8">
        <div className="border-b-2 border-ink pb-3">
          <h2 className="text-lead font-bold">
            {planName(change.plan)}, billed {change.interval === 'year' ? 'yearly' : 'monthly'}
          </h2>
        </div>
        <div className="py-3 text-small">
          {lines.map((line, index) => (
            <BillLine
              key={index}
              label={lineLabel(line, props)}
              value={<Amount cents={line.amountCents} currency={currency} />}
            />
          ))}
          {isScheduled ? <BillLine label="Starts" value={<ShortDate at={quote.effectiveAt} />} /> : null}
        </div>
        <div className="leader border-t border-rule pt-4 text-lead font-bold">
          <span>Due now</span>
          <span className="figure marked">
            <Amount cents={dueNowCents} currency={currency} />
          </span>
        </div>
        <p className="mt-3 text-small text-ink-soft">
          Then <Price cents={priceCents(change)} currency={currency} interval={change.interval} />, starting{' '}
          <ShortDate at={nextChargeAt(subscription, change, quote)} />, until you cancel.
        </p>
      </ReceiptCard>
      {isScheduled ? <ScheduledNote subscription={subscription} change={change} quote={quote} /> : null}
      {quote.paymentMethod ? (
        <p className="text-small text-ink-soft">
          We’ll charge your {cardName(quote.paymentMethod)}.{' '}
          <Link to={cardForChangePath(change.plan, change.interval)} className="text-link scroll-mb-32">
            Use a different card
          </Link>
        </p>
      ) : null}
    </div>
  );
}

function ScheduledNote(props: { subscription: Subscription; change: PlanChange; quote: SubscriptionQuote }) {
  const { subscription, change, quote } = props;
  const { users } = CATALOG[change.plan].limits;
  const isSamePlan = change.plan === subscription.plan;
  const billing = (interval: BillingInterval) => (interval === 'year' ? 'yearly billing' : 'monthly billing');
  const fewerUsers = users !== null && subscription.userLimit !== null && users < subscription.userLimit;
  return (
    <p className="text-small text-ink-soft">
      {isSamePlan
        ? `You’ll keep ${billing(subscription.interval)}, which you’ve already paid for, until ${billing(change.interval)} starts`
        : `You’ve already paid for ${planName(subscription.plan)}, so you’ll keep it until ${planName(change.plan)} starts`}{' '}
      on <ShortDate at={quote.effectiveAt} />. You can undo the change any time before then.
      {fewerUsers
        ? ` ${planName(change.plan)} includes up to ${users} users, so remove any extra users before then.`
        : ''}
    </p>
  );
}

/** The provider's descriptions are long. They are shown only if the quote isn't the usual pair of a credit and a charge. */
function lineLabel(
  { description, amountCents }: QuoteLine,
  {
    subscription,
    change,
    quote,
  }: { subscription: Subscription; change: PlanChange; quote: SubscriptionQuote },
): ReactNode {
  const charges = quote.lines.filter((line) => line.amountCents > 0);
  if (quote.lines.length !== 2 || charges.length !== 1) return description;
  if (amountCents <= 0) return `Unused time on ${planName(subscription.plan)}`;
  return (
    <>
      {planName(change.plan)} until the next charge on{' '}
      <ShortDate at={nextChargeAt(subscription, change, quote)} />
    </>
  );
}

const priceCents = ({ plan, interval }: PlanChange): number => getPlanPrice(plan, interval).amountCents;

/** Changing the interval starts a new period at once; otherwise the current one continues. */
function nextChargeAt(subscription: Subscription, change: PlanChange, quote: SubscriptionQuote): string {
  const startsPeriod = quote.lines.length > 0 && change.interval !== subscription.interval;
  return startsPeriod ? nextPeriodStart(quote.effectiveAt, change.interval) : subscription.currentPeriodEnd;
}
