/** Matches a WebAuthn credential whose stored counter is lower. Authenticators without a counter always send 0. */
export function increasesTo(counter: number): { counter: number | { $lt: number } } {
  return { counter: counter === 0 ? 0 : { $lt: counter } };
}
