import { formatCents } from '@subscription-site/shared/money';
import { FREE_LIMITS, TRIAL_DAYS } from '@subscription-site/shared/trial';
import { BillLine, ReceiptCard } from '../../../ui/layout/receipt-card';

/** The terms of the free trial, styled as a bill. */
export function TrialCard() {
  return (
    <ReceiptCard className="px-6 pt-5 pb-8">
      <p className="caption border-b-2 border-ink pb-3">Free trial</p>
      <div className="py-2 text-small">
        <BillLine label="Duration" value={`${TRIAL_DAYS} days`} />
        <BillLine label="Users" value={FREE_LIMITS.users} />
        <BillLine label="Tracked subscriptions" value={FREE_LIMITS.trackedSubscriptions} />
        <BillLine label="Card required" value="No" />
        <BillLine label="Cancel" value="Anytime" />
      </div>
      <div className="leader border-t border-rule pt-4 text-lead font-bold">
        <span>Due today</span>
        <span className="figure marked">{formatCents(0)}</span>
      </div>
    </ReceiptCard>
  );
}
