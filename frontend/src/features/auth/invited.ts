/** Handed to the page that asks for a password, when an invitation was accepted. */
export const INVITED = { invited: true };

/** Whether a page was reached by accepting an invitation, as {@link INVITED} says. */
export function isInvited(state: unknown): boolean {
  return Boolean((state as { invited?: unknown } | null)?.invited);
}
