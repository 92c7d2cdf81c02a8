import { LINES } from '../../../../content/demo-workspace';
import { Screen } from '../screen';
import { Seats } from '../seats';

const SHOWN = LINES.filter((line) => line.seats > 0).slice(0, 5);
const EMPTY = SHOWN.reduce((total, line) => total + line.seats - line.used, 0);

/** Seats paid for versus seats used. */
export function SeatsScreen() {
  return (
    <Screen
      title="Seats"
      note="last 30 days"
      label={`Five tools with their seats as boxes; ${EMPTY} unused seats are highlighted.`}
    >
      {SHOWN.map((line) => (
        <div
          key={line.name}
          className="grid grid-cols-[1fr_--spacing(18)_--spacing(7)] items-center gap-2 @min-[20rem]:grid-cols-[1fr_--spacing(22)_--spacing(12)] border-b border-rule py-2.5"
        >
          <span className="min-w-0 font-semibold">{line.name}</span>
          <Seats seats={line.seats} used={line.used} />
          <span className="figure text-right">
            {line.used}/{line.seats}
          </span>
        </div>
      ))}
      <div className="leader pt-3 font-semibold">
        <span>Empty</span>
        <span className="figure marked">{EMPTY} seats</span>
      </div>
    </Screen>
  );
}
