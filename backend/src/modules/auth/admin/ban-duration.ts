const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1 };
const DURATION = /^(?:\d{1,9}(?:\.\d{1,9})?[hms])+$/;
/** A century: long enough for any ban, short enough for a timestamp. */
const MAX_SECONDS = 3_155_760_000;

/** The seconds of a duration such as `24h` or `1h30m`; 0 for `none`; undefined if the text is invalid. */
export function parseBanDuration(text: string): number | undefined {
  if (text === 'none') return 0;
  if (!DURATION.test(text)) return undefined;
  const parts = [...text.matchAll(/([\d.]+)([hms])/g)];
  const seconds = parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0);
  return Math.min(Math.round(seconds), MAX_SECONDS);
}
