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

/** A date in the user's time zone. `withTime` is for deadlines, so that it's clear when on the last day they end. */
export function ShortDate({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const time = new Date(at);
  const timeStyle = withTime ? 'short' : undefined;
  return (
    <time dateTime={time.toISOString()} className={withTime ? undefined : 'whitespace-nowrap'}>
      {time.toLocaleString('en-US', { dateStyle: 'medium', timeStyle })}
    </time>
  );
}

function timeSince(time: Date): string {
  const seconds = (Date.now() - time.getTime()) / 1000;
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? RELATIVE_FORMAT.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now';
}
