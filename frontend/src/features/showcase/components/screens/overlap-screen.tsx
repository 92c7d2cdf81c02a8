import { formatCents } from '@subscription-site/shared/money';
import { LINES } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { Screen } from '../screen';
import { Seats } from '../seats';

const PAIR = LINES.filter((line) => line.name.startsWith('Video calls'));
const SPARE_CENTS = PAIR.find((line) => line.marked)!.amountCents;

/** Two tools for the same job. */
export function OverlapScreen() {
  return (
    <Screen
      title="Same job"
      note="2 tools"
      label={`Two video call services side by side: one used by everyone, the other by one person for ${formatCents(SPARE_CENTS)} a month.`}
    >
      <div className="grid grid-cols-2 divide-x divide-rule">
        {PAIR.map((line, index) => (
          <div key={line.name} className={classNames('py-3.5', index === 0 ? 'pr-4' : 'pl-4')}>
            <div className="font-semibold">
              <span className={classNames(line.marked && 'marked')}>{line.name}</span>
            </div>
            <div className="figure mt-2 text-h3 font-bold">{formatCents(line.amountCents)}</div>
            <div className="mt-3">
              <Seats seats={line.seats} used={line.used} />
            </div>
            <div className="caption mt-1.5">
              {line.used} of {line.seats} used
            </div>
          </div>
        ))}
      </div>
      <div className="leader border-t border-rule pt-3 font-semibold">
        <span>Annual savings</span>
        <span className="figure whitespace-nowrap marked">{formatCents(-SPARE_CENTS * 12)}</span>
      </div>
    </Screen>
  );
}
