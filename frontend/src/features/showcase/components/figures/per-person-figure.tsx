import { PER_PERSON } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { FigureFrame } from './figure-frame';

const HIGHEST = Math.max(...PER_PERSON.map(({ dollars }) => dollars));
const [FIRST, LATEST] = [PER_PERSON[0], PER_PERSON[PER_PERSON.length - 1]!];

export function PerPersonFigure() {
  return (
    <FigureFrame
      label={`Cost per person falls from $${FIRST.dollars} with ${FIRST.people} people to $${LATEST.dollars} with ${LATEST.people}.`}
    >
      <div className="flex h-28 items-end gap-3">
        {PER_PERSON.map(({ people, dollars }) => (
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
