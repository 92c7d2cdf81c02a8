import { Amount, Price } from '../../../../ui/data-display/amount';
import { Badge, type Tone } from '../../../../ui/data-display/badge';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { BillLine, ReceiptCard } from '../../../../ui/layout/receipt-card';
import { cardName } from '../../../../lib/card-name';
import { awaitsActivation, planName, type Subscription } from '../../subscription';

/** The plan as a bill: price, next charge, users and card. */
export function CurrentPlanCard({ subscription }: { subscription: Subscription }) {
  const { plan, interval, amountCents, currency, userLimit, nextCharge, paymentMethod } = subscription;
  const { cancelAt, currentPeriodEnd, pastDue, pendingChange } = subscription;
  const badge = getBadge(subscription);
  return (
    <ReceiptCard className="max-w-[36rem] px-6 pt-6 pb-8 sm:px-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b-2 border-ink pb-3">
        <h3 className="text-h3">{planName(plan)} plan</h3>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <div className="py-3">
        <BillLine
          label="Price"
          value={<Price cents={amountCents} currency={currency} interval={interval} />}
        />
        {userLimit === null ? null : <BillLine label="Users" value={`Up to ${userLimit}`} />}
        {cancelAt && !pastDue ? (
          <BillLine label="Access until" value={<ShortDate at={cancelAt} withTime />} />
        ) : null}
        {nextCharge ? (
          <BillLine
            label={pendingChange ? 'Changes' : 'Renews'}
            value={<ShortDate at={currentPeriodEnd} />}
          />
        ) : null}
        {paymentMethod && !cancelAt ? <BillLine label="Card" value={cardName(paymentMethod)} /> : null}
      </div>
      {nextCharge ? (
        <div className="leader border-t border-rule pt-4 text-lead font-bold">
          <span>Next charge</span>
          <span className="figure marked">
            <Amount cents={nextCharge.amountCents} currency={currency} />
          </span>
        </div>
      ) : null}
      {awaitsActivation(subscription) && !cancelAt ? (
        <div className="leader border-t border-rule pt-4 text-lead font-bold">
          <span>Next charge</span>
          <span className="font-normal text-ink-soft">Updating...</span>
        </div>
      ) : null}
      {pastDue && !cancelAt ? (
        <div className="leader border-t border-rule pt-4 text-lead font-bold">
          <span>Overdue</span>
          <span className="figure">
            <Amount cents={pastDue.amountDueCents} currency={currency} />
          </span>
        </div>
      ) : null}
    </ReceiptCard>
  );
}

/** Also for the overview. */
export function getBadge(subscription: Subscription): { label: string; tone: Tone } {
  const { status, cancelAt, pastDue } = subscription;
  if (pastDue) return { label: 'Payment overdue', tone: 'danger' };
  if (cancelAt) return { label: 'Ending', tone: 'plain' };
  if (status === 'active') return { label: 'Active', tone: 'success' };
  if (awaitsActivation(subscription)) return { label: 'Updating', tone: 'plain' };
  return { label: status === 'paused' ? 'Paused' : 'Setting up', tone: 'plain' };
}
