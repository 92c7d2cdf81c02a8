/** Where to go after the code of a sign-up was entered: the page that follows its link. */
export const CODE_CONFIRMED = {
  path: '/auth/confirmed?type=signup',
  options: { replace: true, state: { codeUsed: true } },
};

/** Whether the navigation state is the one of {@link CODE_CONFIRMED}. */
export function isCodeUsed(state: unknown): boolean {
  return Boolean((state as { codeUsed?: unknown } | null)?.codeUsed);
}
