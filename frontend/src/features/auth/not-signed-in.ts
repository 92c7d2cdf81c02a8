/** Outcome of a sign-in whose error is shown in a toast. */
export const NOT_SIGNED_IN = 'You’re not signed in.';
