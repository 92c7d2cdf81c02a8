const RELATIVE_FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Relative time, with the full time as a tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <time
      dateTime={time.toISOString()}
      title={time.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long' })}
    >
      {timeSince(time)}
    </time>
  );
}

/** A date in the user's time zone. */
export function ShortDate({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} className="whitespace-nowrap">
      {time.toLocaleDateString('en-US', { dateStyle: 'medium' })}
    </time>
  );
}

function timeSince(time: Date): string {
  const seconds = (Date.now() - time.getTime()) / 1000;
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? RELATIVE_FORMAT.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now';
}
