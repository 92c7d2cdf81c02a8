/** A time to the second in the reader's own zone, which it names; a dash where there is none. */
export function Timestamp({ at }: { at: string | null }) {
  const time = at ? new Date(at) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>–</>;
  return (
    <time dateTime={time.toISOString()} className="figure whitespace-nowrap">
      {formatTimestamp(at!)}
    </time>
  );
}

/** The same in plain text: a time to the second with its zone. */
export function formatTimestamp(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long' });
}
