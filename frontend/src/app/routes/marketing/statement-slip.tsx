import { formatCents } from '@subscription-site/shared/money';
import { ILLUSTRATIVE, STATEMENT } from '../../../content/home';
import { classNames } from '../../../ui/class-names';
import { Slip } from '../../../ui/slip';

const TOTAL = sum(STATEMENT.lines);
const WORTH_A_LOOK = sum(STATEMENT.lines.filter((line) => line.marked));

function sum(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((total, line) => total + line.amountCents, 0);
}

/** The drawn statement: what the product shows its customer, with invented figures. */
export function StatementSlip(props: { marked?: boolean; struck?: boolean; caption?: boolean }) {
  const { marked = true, struck = false, caption = true } = props;
  return (
    <Slip className="px-6 pt-6 pb-9 sm:px-8">
      <div className="flex items-baseline justify-between border-b-2 border-ink pb-3">
        <p className="text-lead font-bold tracking-tight">{STATEMENT.month}</p>
        <p className="caption">{STATEMENT.lines.length} subscriptions</p>
      </div>
      <ul>
        {STATEMENT.lines.map((line) => (
          <li key={line.name} className="leader border-b border-rule py-2.5 text-small">
            <span className="min-w-0">
              <span
                className={classNames(
                  'font-semibold',
                  line.marked && marked && 'marked',
                  line.marked && struck && 'line-through',
                )}
              >
                {line.name}
              </span>
              <span className="caption block">{line.note}</span>
            </span>
            <span className={classNames('figure', line.marked && struck && 'line-through')}>
              {formatCents(line.amountCents)}
            </span>
          </li>
        ))}
      </ul>
      <div className="leader pt-4 text-lead font-bold">
        <span>Total</span>
        <span className="figure">{formatCents(struck ? TOTAL - WORTH_A_LOOK : TOTAL)}</span>
      </div>
      {marked ? (
        <div className="leader pt-1 text-small">
          <span>Worth a look</span>
          <span className="figure marked">{formatCents(WORTH_A_LOOK)}</span>
        </div>
      ) : null}
      {caption ? <p className="caption pt-4">{ILLUSTRATIVE}</p> : null}
    </Slip>
  );
}
