/** The outcome of a failed sign-in; a toast gives the reason. */
export const NOT_SIGNED_IN = 'You’re not signed in.';
