import { RETENTION } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { FigureFrame } from './figure-frame';

const QUARTERS = [1, 2, 3, 4];

/** Share of each quarter's purchases still in use. */
export function RetentionFigure() {
  return (
    <FigureFrame label="A retention chart: 67 percent of the tools bought in the first quarter are still in use three quarters later.">
      <div className="grid gap-1">
        {RETENTION.map(({ bought, percent }) => (
          <div key={bought} className="grid grid-cols-[--spacing(8)_repeat(4,1fr)] items-center gap-1">
            <span className="caption">{bought}</span>
            {QUARTERS.map((quarter) => (
              <RetentionCell key={quarter} percent={percent[quarter - 1]} />
            ))}
          </div>
        ))}
      </div>
    </FigureFrame>
  );
}

function RetentionCell({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <span className="h-7" />;
  return (
    <span
      className={classNames(
        'figure grid h-7 place-items-center font-semibold',
        percent === 100 ? 'bg-ink text-paper' : percent < 70 ? 'bg-marker text-marker-ink' : 'bg-card',
      )}
    >
      {percent}%
    </span>
  );
}
