/** A refresh token that was presented, and the state of its session. */
export interface PresentedToken {
  counter: number;
  /** Number of the token in force. */
  currentCounter: number;
  /** When the token was spent; null while it is in force. */
  spentAt: Date | null;
}

/**
 * What a presented refresh token earns. `rotate`: a new one. `repeat`: the present one again, for a client that lost the
 * answer (the direct parent, at any time) or raced itself (an older one, for a moment). `reuse`: it was stolen or copied.
 */
export function decideRefresh(
  token: PresentedToken,
  reuseSeconds: number,
  now: Date,
): 'rotate' | 'repeat' | 'reuse' {
  if (token.counter === token.currentCounter) return 'rotate';
  if (token.counter === token.currentCounter - 1) return 'repeat';
  const withinReuse =
    token.spentAt !== null && now.getTime() <= token.spentAt.getTime() + reuseSeconds * 1000;
  return withinReuse ? 'repeat' : 'reuse';
}
