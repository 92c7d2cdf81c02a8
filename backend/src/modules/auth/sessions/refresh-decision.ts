/** A refresh token that was presented, and the state of its session. */
export interface PresentedToken {
  counter: number;
  /** Counter of the session's current token. */
  currentCounter: number;
  /** When the token was exchanged; null while it is current. */
  spentAt: Date | null;
}

/**
 * Decides how to handle a refresh token. `rotate`: issue a new one. `repeat`: return the current one again, for a client that lost
 * the response (direct parent, at any time) or sent parallel requests (older token, within `reuseSeconds`). `reuse`: likely stolen.
 */
export function decideRefresh(
  token: PresentedToken,
  reuseSeconds: number,
  now: Date,
): 'rotate' | 'repeat' | 'reuse' {
  if (token.counter === token.currentCounter) return 'rotate';
  if (token.counter === token.currentCounter - 1) return 'repeat';
  const withinReuseInterval =
    token.spentAt !== null && now.getTime() <= token.spentAt.getTime() + reuseSeconds * 1000;
  return withinReuseInterval ? 'repeat' : 'reuse';
}
