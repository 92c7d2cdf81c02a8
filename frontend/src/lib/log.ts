/** Notes a fault that needs nobody's attention on the page. Never give it a password, token or card. */
export function logError(context: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the one place where the page writes to the console
  console.error(`${context}:`, cause instanceof Error ? cause.message : cause);
}
