import type { User } from './auth-client';

/** The user's name, or an empty string. */
export function getFullName(user: User): string {
  const name: unknown = user.user_metadata['full_name'];
  return typeof name === 'string' ? name : '';
}

/** The user's name, or their email. */
export function getDisplayName(user: User): string {
  return getFullName(user) || (user.email ?? '');
}

/** Whether the account has no password yet, as after an invitation. */
export function lacksPassword(user: User): boolean {
  return user.app_metadata['has_password'] === false;
}

/** Whether the account has a staff role. Only decides what to show; the server enforces it. */
export function hasStaffRole(user: User): boolean {
  const role: unknown = user.app_metadata['role'];
  return role === 'support' || role === 'admin';
}
