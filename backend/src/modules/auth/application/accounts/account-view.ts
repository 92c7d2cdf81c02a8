import type { AccountRecord } from '../../persistence/account.entity.js';

export type StaffRole = 'support' | 'admin';

/** An account as other modules know it. */
export interface Account {
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
  emailProvenAt: Date | null;
  hasPassword: boolean;
  /** Null for customers, and until the address is proven. */
  role: StaffRole | null;
  createdAt: Date;
  bannedUntil: Date | null;
}

export function viewAccount(account: AccountRecord): Account {
  return {
    id: account.id,
    email: account.email ?? '',
    newEmail: account.newEmail ?? null,
    fullName: account.fullName,
    locale: typeof account.userMetadata.locale === 'string' ? account.userMetadata.locale : null,
    emailProvenAt: account.emailConfirmedAt ?? null,
    hasPassword: account.passwordHash != null,
    role: account.emailConfirmedAt == null ? null : staffRole(account.appMetadata.role),
    createdAt: account.createdAt,
    bannedUntil: account.bannedUntil ?? null,
  };
}

export function staffRole(value: unknown): StaffRole | null {
  return value === 'support' || value === 'admin' ? value : null;
}
