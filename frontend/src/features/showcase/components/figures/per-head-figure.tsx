import { PER_HEAD } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { FigureFrame } from './figure-frame';

const HIGHEST = Math.max(...PER_HEAD.map(({ dollars }) => dollars));
const [FIRST, LATEST] = [PER_HEAD[0], PER_HEAD[PER_HEAD.length - 1]!];

/** Cost per person as the team grows. */
export function PerHeadFigure() {
  return (
    <FigureFrame
      label={`Cost per person falls from $${FIRST.dollars} with ${FIRST.people} people to $${LATEST.dollars} with ${LATEST.people}.`}
    >
      <div className="flex h-28 items-end gap-3">
        {PER_HEAD.map(({ people, dollars }) => (
          <div key={people} className="flex h-full flex-1 flex-col justify-end">
            <div className="figure mb-1 font-semibold">${dollars}</div>
            <div
              className={classNames(people === LATEST.people ? 'bg-marker' : 'bg-ink')}
              style={{ height: `${(dollars / HIGHEST) * 55}%` }}
            />
            <div className="caption mt-1.5">{people}</div>
          </div>
        ))}
        <div className="caption self-end">people</div>
      </div>
    </FigureFrame>
  );
}
