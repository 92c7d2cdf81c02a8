import { formatCents } from '@subscription-site/shared/money';
import { LINES, MARKED, MARKED_CENTS, NEXT_MONTH, TOTAL_CENTS } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { Screen } from '../screen';
import { Seats } from '../seats';

const TOTAL = formatCents(TOTAL_CENTS - MARKED_CENTS);

/** The next month's statement, after the highlighted lines were canceled. */
export function WorkspaceScreen() {
  return (
    <Screen
      title={NEXT_MONTH}
      note={`${LINES.length - MARKED.length} subscriptions`}
      label={`The statement a month later: two lines are crossed out, and the total is down to ${TOTAL}.`}
    >
      {LINES.map((line) => (
        <div
          key={line.name}
          className="grid grid-cols-[1fr_--spacing(20)] items-center gap-x-3 border-b border-rule py-2 @min-[25rem]:grid-cols-[1fr_--spacing(12)_--spacing(21)_--spacing(19)] @min-[32rem]:gap-x-6"
        >
          <span className={classNames('truncate font-semibold', line.marked && CANCELED)}>{line.name}</span>
          <span className="caption hidden @min-[25rem]:block">{line.owner}</span>
          <span className={classNames('hidden @min-[25rem]:block', line.marked && 'opacity-40')}>
            <Seats seats={line.seats} used={line.used} />
          </span>
          <span className={classNames('figure text-right', line.marked && CANCELED)}>
            {formatCents(line.amountCents)}
          </span>
        </div>
      ))}
      <div className="leader pt-3 font-bold">
        <span>Total</span>
        <span className="figure marked">{TOTAL}</span>
      </div>
    </Screen>
  );
}

const CANCELED = 'text-ink-faint line-through';
