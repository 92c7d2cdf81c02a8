/** Handed to the page that follows a sign-up. */
export const signedUpState = (email: string) => ({ signedUpAs: email });

/** The address somebody has just signed up with, as {@link signedUpState} handed it on; undefined for any other state. */
export function signedUpEmail(state: unknown): string | undefined {
  const { signedUpAs: email } = (state ?? {}) as { signedUpAs?: unknown };
  return typeof email === 'string' ? email : undefined;
}
