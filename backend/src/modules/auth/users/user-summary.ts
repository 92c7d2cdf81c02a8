import type { UserRecord } from './persistence/user.entity.js';

export type StaffRole = 'support' | 'admin';

/** The user as other modules see it. */
export interface UserSummary {
  id: string;
  /** As entered; empty for a user who has none. */
  email: string;
  /** The new address of a pending email change, as entered. */
  newEmail: string | null;
  /** Empty if not given. */
  fullName: string;
  /** Preferred language, from the user metadata. */
  locale: string | null;
  emailConfirmedAt: Date | null;
  hasPassword: boolean;
  /** Null for customers, and until the email is confirmed. */
  role: StaffRole | null;
  createdAt: Date;
  bannedUntil: Date | null;
}

export function toUserSummary(user: UserRecord): UserSummary {
  return {
    id: user.id,
    email: user.email ?? '',
    newEmail: user.newEmail ?? null,
    fullName: user.fullName,
    locale: typeof user.userMetadata.locale === 'string' ? user.userMetadata.locale : null,
    emailConfirmedAt: user.emailConfirmedAt ?? null,
    hasPassword: user.passwordHash != null,
    role: user.emailConfirmedAt == null ? null : staffRole(user.appMetadata.role),
    createdAt: user.createdAt,
    bannedUntil: user.bannedUntil ?? null,
  };
}

export function staffRole(value: unknown): StaffRole | null {
  return value === 'support' || value === 'admin' ? value : null;
}
