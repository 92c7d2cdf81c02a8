import { formatCents } from '@subscription-site/shared/money';
import { JOURNEY } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { FigureFrame } from './figure-frame';

const HIGHEST = Math.max(...JOURNEY.map(({ amountCents }) => amountCents));

export function JourneyFigure() {
  return (
    <FigureFrame label="Four stages of the customer journey and what their tools cost. The most expensive one is highlighted.">
      <div className="grid grid-cols-4 gap-1.5">
        {JOURNEY.map((stage) => (
          <div key={stage.stage} className="min-w-0">
            <div className="caption">{stage.stage}</div>
            <div
              className={classNames(
                'mt-2 flex h-14 items-end border-b-2 border-ink p-1.5 [clip-path:polygon(0_0,calc(100%-8px)_0,100%_50%,calc(100%-8px)_100%,0_100%)]',
                stage.amountCents === HIGHEST ? 'bg-marker text-marker-ink' : 'bg-card',
              )}
            >
              <span className="figure font-semibold">{formatCents(stage.amountCents)}</span>
            </div>
            <div className="caption mt-1.5">
              {stage.tools} {stage.tools === 1 ? 'tool' : 'tools'}
            </div>
          </div>
        ))}
      </div>
    </FigureFrame>
  );
}
