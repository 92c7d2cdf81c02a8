import { getPlanPrice } from '@subscription-site/shared/plans';
import { Amount, Price } from '../../../../ui/data-display/amount';
import { BILLING_PATH } from '../../../../lib/billing-paths';
import { buttonClass } from '../../../../ui/buttons/button';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { FocusedHeading } from '../../../../ui/focus/focused-heading';
import { BillLine, ReceiptCard } from '../../../../ui/layout/receipt-card';
import { Link } from '../../../../ui/navigation/link';
import { planName } from '../../subscription';
import type { ChangeOutcome, ConfirmedChange } from '../../use-plan-change';

const TEXTS: Record<ChangeOutcome, { title: (name: string) => string; text: string }> = {
  applied: {
    title: (name) => `You’re on the ${name} plan`,
    text: 'Your new plan is active. We emailed you the details.',
  },
  scheduled: {
    title: () => 'Your change is scheduled',
    text: 'We emailed you the details. You can undo the change under Billing.',
  },
  processing: {
    title: () => 'Your bank is still processing the payment',
    text: 'Your new plan starts as soon as your bank approves the payment. You can close this page; we’ll email you.',
  },
};

export function ChangeConfirmed({ change }: { change: ConfirmedChange }) {
  const { plan, interval, outcome, quote } = change;
  const { title, text } = TEXTS[outcome];
  return (
    <div className="max-w-[36rem]">
      <FocusedHeading level={1} className="text-h2">
        {title(planName(plan))}
      </FocusedHeading>
      <p className="mt-3 text-lead text-ink-soft">{text}</p>
      <ReceiptCard className="mt-8 px-6 pt-5 pb-8 sm:px-8">
        <BillLine label="Plan" value={planName(plan)} />
        <BillLine
          label="Price"
          value={
            <Price
              cents={getPlanPrice(plan, interval).amountCents}
              currency={quote.currency}
              interval={interval}
            />
          }
        />
        {outcome === 'scheduled' ? (
          <BillLine label="Starts" value={<ShortDate at={quote.effectiveAt} />} />
        ) : (
          <BillLine
            label={outcome === 'applied' ? 'Paid today' : 'Amount'}
            value={<Amount cents={quote.dueNowCents} currency={quote.currency} />}
            strong
          />
        )}
      </ReceiptCard>
      <div className="mt-8">
        <Link to={BILLING_PATH} className={buttonClass('ink')}>
          Back to billing
        </Link>
      </div>
    </div>
  );
}
