import type { UserRecord } from '../../persistence/user.entity.js';

export type StaffRole = 'support' | 'admin';

/** An account as other modules know it. */
export interface UserSummary {
  id: string;
  /** As typed. */
  email: string;
  /** The address that the owner wants instead, as typed, until both mailboxes have agreed; else null. */
  newEmail: string | null;
  /** Empty when none was given. */
  fullName: string;
  /** The language its owner prefers, as his metadata name it (`locale`); null when they do not. */
  locale: string | null;
  /** When its owner proved to have the mailbox; null until then. */
  emailConfirmedAt: Date | null;
  hasPassword: boolean;
  /** Null for customers, and until the address is confirmed. */
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
