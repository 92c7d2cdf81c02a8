import { SHARE_OF_REVENUE } from '../../../../content/demo-workspace';
import { FigureFrame } from './figure-frame';

const WIDTH = 220;
const HEIGHT = 90;
const HIGHEST = Math.max(...SHARE_OF_REVENUE);
const LOWEST = Math.min(...SHARE_OF_REVENUE);
const POINTS = SHARE_OF_REVENUE.map((percent, index) => ({
  x: 4 + (index / (SHARE_OF_REVENUE.length - 1)) * (WIDTH - 8),
  y: 8 + ((HIGHEST - percent) / (HIGHEST - LOWEST)) * (HEIGHT - 16),
}));
const LAST = POINTS.at(-1)!;
const PRESENT = SHARE_OF_REVENUE.at(-1)!;

export function ShareFigure() {
  return (
    <FigureFrame
      label={`A line that falls over twelve months from ${SHARE_OF_REVENUE[0]} to ${PRESENT} percent of revenue.`}
    >
      <div className="flex items-end gap-4">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="min-w-0 flex-1 overflow-visible" fill="none">
          <path
            stroke="var(--color-rule)"
            d={`M0 ${HEIGHT - 0.5}H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 .5H${WIDTH}`}
          />
          <polyline
            points={POINTS.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
            stroke="var(--color-ink)"
            strokeWidth="2.5"
            strokeLinejoin="round"
          />
          <circle
            cx={LAST.x}
            cy={LAST.y}
            r="6"
            fill="var(--color-marker)"
            stroke="var(--color-ink)"
            strokeWidth="2.5"
          />
        </svg>
        <div className="text-right">
          <div className="sum text-h2">{PRESENT}%</div>
          <div className="caption">of revenue</div>
        </div>
      </div>
    </FigureFrame>
  );
}
