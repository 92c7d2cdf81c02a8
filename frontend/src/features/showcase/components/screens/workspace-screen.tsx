import { formatCents } from '@subscription-site/shared/money';
import { LINES, MARKED_CENTS, MONTH, NEXT_MONTH, TOTAL_CENTS } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { Screen } from '../screen';
import { Seats } from '../seats';

/** The statement as the application shows it; `nextMonth` shows it after two lines were canceled. */
export function WorkspaceScreen({ nextMonth = false }: { nextMonth?: boolean }) {
  const total = nextMonth ? TOTAL_CENTS - MARKED_CENTS : TOTAL_CENTS;
  return (
    <Screen
      title={nextMonth ? NEXT_MONTH : MONTH}
      note={`${nextMonth ? LINES.filter((line) => !line.marked).length : LINES.length} subscriptions`}
      label={
        nextMonth
          ? `The statement a month later: two lines are crossed out, and the total is down to ${formatCents(total)}.`
          : `A statement of six subscriptions with owner, seats, and price, ${formatCents(total)} in total. Two lines are highlighted.`
      }
    >
      {LINES.map((line) => (
        <div
          key={line.name}
          className="grid grid-cols-[1fr_5rem] items-center gap-x-3 border-b border-rule py-2 @min-[25rem]:grid-cols-[1fr_3rem_5.25rem_4.75rem] @min-[32rem]:gap-x-6"
        >
          <span
            className={classNames(
              'truncate font-semibold',
              nextMonth && line.marked && 'text-ink-faint line-through',
            )}
          >
            <span className={classNames(line.marked && !nextMonth && 'marked')}>{line.name}</span>
          </span>
          <span className="caption hidden @min-[25rem]:block">{line.owner}</span>
          <span className={classNames('hidden @min-[25rem]:block', nextMonth && line.marked && 'opacity-40')}>
            <Seats seats={line.seats} used={line.used} />
          </span>
          <span
            className={classNames(
              'figure text-right',
              nextMonth && line.marked && 'text-ink-faint line-through',
            )}
          >
            {formatCents(line.amountCents)}
          </span>
        </div>
      ))}
      <div className="leader pt-3 font-bold">
        <span>Total</span>
        <span className={classNames('figure', nextMonth && 'marked')}>{formatCents(total)}</span>
      </div>
    </Screen>
  );
}
