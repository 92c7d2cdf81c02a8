/** Navigation state after a sign-up. */
export const signedUpState = (email: string) => ({ signedUpAs: email });

/** The email from {@link signedUpState}; undefined for other states. */
export function signedUpEmail(state: unknown): string | undefined {
  const { signedUpAs: email } = (state ?? {}) as { signedUpAs?: unknown };
  return typeof email === 'string' ? email : undefined;
}
