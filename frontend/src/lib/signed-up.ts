/** Handed to the page that follows a sign-up. */
export const signedUp = (email: string) => ({ signedUpAs: email });

/** The address somebody has just signed up with, as {@link signedUp} handed it on; undefined for any other state. */
export function signedUpAs(state: unknown): string | undefined {
  const { signedUpAs: email } = (state ?? {}) as { signedUpAs?: unknown };
  return typeof email === 'string' ? email : undefined;
}
