import { formatCents } from '@subscription-site/shared/money';
import { LINES, MARKED_CENTS, MONTH, TOTAL_CENTS } from '../../../content/demo-workspace';
import { classNames } from '../../../ui/class-names';
import { ReceiptCard } from '../../../ui/layout/receipt-card';

/** A sample statement with fictional numbers. */
export function StatementCard() {
  return (
    <ReceiptCard className="px-6 pt-6 pb-9 sm:px-8">
      <div className="flex flex-wrap items-baseline justify-between border-b-2 border-ink pb-3">
        <p className="text-lead font-bold tracking-tight">{MONTH}</p>
        <p className="caption">{LINES.length} subscriptions</p>
      </div>
      <ul>
        {LINES.map((line) => (
          <li key={line.name} className="leader border-b border-rule py-2.5 text-small">
            <span>
              <span className={classNames('font-semibold', line.marked && 'marked')}>{line.name}</span>
              <span className="caption block">{line.note}</span>
            </span>
            <span className="figure">{formatCents(line.amountCents)}</span>
          </li>
        ))}
      </ul>
      <div className="leader pt-4 text-lead font-bold">
        <span>Total</span>
        <span className="figure">{formatCents(TOTAL_CENTS)}</span>
      </div>
      <div className="leader pt-1 text-small">
        <span>Worth a look</span>
        <span className="figure marked">{formatCents(MARKED_CENTS)}</span>
      </div>
    </ReceiptCard>
  );
}
