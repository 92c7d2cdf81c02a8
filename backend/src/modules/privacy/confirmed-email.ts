import { normalizeEmail } from '../auth/index.js';

/** The normalized address of a user, if they have confirmed it: an unconfirmed one may be someone else's. */
export function getConfirmedEmail({
  email,
  emailConfirmedAt,
}: {
  email: string;
  emailConfirmedAt: Date | null;
}): string | null {
  return emailConfirmedAt && email !== '' ? normalizeEmail(email) : null;
}
