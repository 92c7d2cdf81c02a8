/** Navigation state for the password page after an invitation was accepted. */
export const INVITED = { invited: true };

/** Whether the navigation state is {@link INVITED}. */
export function isInvited(state: unknown): boolean {
  return Boolean((state as { invited?: unknown } | null)?.invited);
}
