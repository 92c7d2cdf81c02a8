/** Logs an error that needs no user attention. Never pass passwords, tokens, or card details. */
export function logError(context: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the one place where the page writes to the console
  console.error(`${context}:`, cause instanceof Error ? cause.message : cause);
}
