export interface Moment {
  day: number;
  title: string;
  text: string;
}

/** Events on a timeline of days, drawn to scale. */
export function Timeline(props: { title: string; caption: string; moments: readonly Moment[] }) {
  const { title, caption, moments } = props;
  const last = Math.max(...moments.map(({ day }) => day));
  return (
    <figure className="insert border-y-2 border-ink py-5">
      <p className="font-semibold">{title}</p>
      <svg viewBox="0 0 600 30" aria-hidden="true" className="mt-4 w-full overflow-visible">
        <path d="M0 15H600" stroke="var(--color-ink)" strokeWidth="3" />
        {moments.map(({ day }) => (
          <circle
            key={day}
            cx={10 + (day / last) * 580}
            cy="15"
            r="9"
            stroke="var(--color-ink)"
            strokeWidth="3"
            fill={day === last ? 'var(--color-marker)' : 'var(--color-card)'}
          />
        ))}
      </svg>
      <ol
        className="mt-3 grid gap-3 text-small"
        style={{ gridTemplateColumns: `repeat(${moments.length}, minmax(0, 1fr))` }}
      >
        {moments.map(({ day, title: heading, text }, index) => (
          <li
            key={day}
            className={index === 0 ? '' : index === moments.length - 1 ? 'text-right' : 'text-center'}
          >
            <span className="caption block">Day {day}</span>
            <span className="block font-semibold">{heading}</span>
            <span className="text-ink-soft">{text}</span>
          </li>
        ))}
      </ol>
      <figcaption className="caption mt-4">{caption}</figcaption>
    </figure>
  );
}
