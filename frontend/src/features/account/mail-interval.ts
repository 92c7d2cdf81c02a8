/** How long the service leaves between two mails of a kind to one address, as installed. */
export const INTERVAL_SECONDS = 60;

/** Seconds that are left of the interval after a mail that was sent then; none where there was none. */
export function leftSince(sentAt: string | undefined): number {
  if (!sentAt) return 0;
  const passed = (Date.now() - new Date(sentAt).getTime()) / 1000;
  return Math.min(INTERVAL_SECONDS, Math.max(0, Math.ceil(INTERVAL_SECONDS - passed)));
}
