import { OUTAGES } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { FigureFrame } from './figure-frame';

const DAYS = 30;

/** Thirty days of three tools, with their outages. */
export function OutagesFigure() {
  return (
    <FigureFrame label="Uptime of three tools over thirty days: no outages, one, and four.">
      <div className="grid gap-3">
        {OUTAGES.map(({ tool, days }) => (
          <div key={tool}>
            <div className="flex justify-between">
              <span className={classNames('font-semibold', days.length > 2 && 'marked')}>{tool}</span>
              <span className="figure">{days.length === 0 ? 'no outages' : `${days.length} × down`}</span>
            </div>
            <div className="mt-1.5 flex h-4 items-end gap-[3px]">
              {Array.from({ length: DAYS }, (_, day) => (
                <span
                  key={day}
                  className={classNames(
                    'flex-1',
                    days.includes(day) ? 'h-1 bg-rule-strong' : 'h-full bg-ink',
                  )}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
    </FigureFrame>
  );
}
