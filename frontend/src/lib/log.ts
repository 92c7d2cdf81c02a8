/** Notes a fault that needs nobody's attention on the page. Never give it a password, token or card. */
export function logFault(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the one place where the page writes to the console
  console.error(`${what}:`, cause instanceof Error ? cause.message : cause);
}
