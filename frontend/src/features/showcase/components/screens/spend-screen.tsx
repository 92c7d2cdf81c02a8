import { formatCents } from '@subscription-site/shared/money';
import { SPEND, TOTAL_CENTS } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { Screen } from '../screen';

const HIGHEST = Math.max(...SPEND.map(({ amountCents }) => amountCents));

export function SpendScreen() {
  return (
    <Screen
      title="Spend"
      note="12 months"
      label={`Bars for twelve months of spend, rising from ${formatCents(SPEND[0]!.amountCents)} to ${formatCents(TOTAL_CENTS)}.`}
    >
      <div className="flex items-baseline gap-2 pt-3.5">
        <span className="figure text-h3 font-bold">{formatCents(TOTAL_CENTS)}</span>
        <span className="caption">this month</span>
      </div>
      <div className="mt-4 flex h-36 items-end gap-1.5 border-b border-rule-strong">
        {SPEND.map(({ month, amountCents }, index) => (
          <span
            key={month}
            className={classNames('flex-1', index === SPEND.length - 1 ? 'bg-marker' : 'bg-ink')}
            style={{ height: `${(amountCents / HIGHEST) * 100}%` }}
          />
        ))}
      </div>
      <div className="caption mt-1.5 flex justify-between">
        <span>{SPEND[0]!.month}</span>
        <span>{SPEND[6]!.month}</span>
        <span>{SPEND[11]!.month}</span>
      </div>
    </Screen>
  );
}
