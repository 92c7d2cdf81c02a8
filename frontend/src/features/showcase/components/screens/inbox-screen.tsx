import { formatCents } from '@subscription-site/shared/money';
import { RECEIPTS } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { Screen } from '../screen';

/** Receipts and the lines created from them. */
export function InboxScreen() {
  return (
    <Screen
      title="Receipts"
      note="2 min ago"
      label="Three receipts from an inbox, each turned into a line on the statement. One is for a tool no one approved."
    >
      {RECEIPTS.map((receipt) => (
        <div key={receipt.line} className="border-b border-rule py-3 last:border-b-0 last:pb-0">
          <div className="caption">
            {receipt.from} · {receipt.subject}
          </div>
          <div className="leader mt-0.5">
            <span className="font-semibold">
              <span className={classNames('fresh' in receipt && 'marked')}>{receipt.line}</span>
            </span>
            <span className="figure">{formatCents(receipt.amountCents)}</span>
          </div>
        </div>
      ))}
    </Screen>
  );
}
