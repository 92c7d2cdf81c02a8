import type { User } from './auth-client';

/** The name an account was made with, or an empty text. */
export function fullNameOf(user: User): string {
  const name: unknown = user.user_metadata['full_name'];
  return typeof name === 'string' ? name : '';
}

/** Whether the account is opened by other means than a password so far, as after an invitation. */
export function lacksPassword(user: User): boolean {
  return user.app_metadata['has_password'] === false;
}

/** Whether the account carries a staff role. The server decides; this only chooses what to show. */
export function hasStaffRole(user: User): boolean {
  const role: unknown = user.app_metadata['role'];
  return role === 'support' || role === 'admin';
}
