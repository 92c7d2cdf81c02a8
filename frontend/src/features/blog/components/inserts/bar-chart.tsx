import { classNames } from '../../../../ui/class-names';

export interface Bar {
  label: string;
  value: number;
  marked?: boolean;
}

const ROW = 44;
const LABEL = 190;
const WIDTH = 600;
const VALUE = 70;

/** Horizontal bars with their values. The caption says what the chart shows; screen readers get a table. */
export function BarChart(props: { title: string; caption: string; bars: readonly Bar[]; valueName: string }) {
  const { title, caption, bars, valueName } = props;
  const highest = Math.max(...bars.map(({ value }) => value));
  const height = bars.length * ROW + 8;
  return (
    <figure className="insert border-y-2 border-ink py-5">
      <p className="font-semibold">{title}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        aria-hidden="true"
        className="mt-4 hidden w-full text-[17px] sm:block"
      >
        {bars.map(({ label, value, marked }, index) => {
          const width = (value / highest) * (WIDTH - LABEL - VALUE);
          const middle = index * ROW + ROW / 2;
          return (
            <g key={label}>
              <text x="0" y={middle} dominantBaseline="central" fill="var(--color-ink)">
                {label}
              </text>
              <rect
                x={LABEL}
                y={middle - 13}
                width={width}
                height="26"
                fill={marked ? 'var(--color-marker)' : 'var(--color-ink)'}
              />
              <text
                x={LABEL + width + 10}
                y={middle}
                dominantBaseline="central"
                fontWeight="600"
                fill="var(--color-ink)"
              >
                {dollars(value)}
              </text>
            </g>
          );
        })}
        <path d={`M${LABEL} 0V${height}`} stroke="var(--color-rule-strong)" />
      </svg>
      <table className="mt-3 w-full text-small sm:sr-only">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">{valueName}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value, marked }) => (
            <tr key={label}>
              <th scope="row" className="py-2 text-left font-normal">
                {label}
                <span aria-hidden="true" className="mt-1 block h-3 bg-well sm:hidden">
                  <span
                    className={classNames('block h-full', marked ? 'bg-marker' : 'bg-ink')}
                    style={{ width: `${(value / highest) * 100}%` }}
                  />
                </span>
              </th>
              <td className="w-20 py-2 text-right align-bottom font-semibold">{dollars(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="caption mt-4">{caption}</figcaption>
    </figure>
  );
}

function dollars(value: number): string {
  return `$${value.toLocaleString('en-US')}`;
}
