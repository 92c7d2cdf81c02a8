/** A time with seconds and time zone; a dash when there is none. */
export function Timestamp({ at }: { at: string | null }) {
  const time = at ? new Date(at) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>–</>;
  return (
    <time dateTime={time.toISOString()} className="figure in-[td]:whitespace-nowrap">
      {formatTimestamp(at!)}
    </time>
  );
}

/** Same as plain text. */
export function formatTimestamp(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long' });
}
