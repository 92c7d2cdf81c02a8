import type { Identity, User } from '../../domain/user.js';
import type { AccountRecord } from '../../persistence/account.entity.js';
import type { ListedFactorRow } from '../../persistence/factors.repository.js';
import type { IdentityRecord } from '../../persistence/identity.entity.js';
import { describeFactor } from '../factors/describe-factor.js';

/** The account in the form in which every answer shows it. */
export function describeUser(
  account: AccountRecord,
  identities: readonly IdentityRecord[],
  factors: readonly ListedFactorRow[] = [],
): User {
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    email_confirmed_at: text(account.emailConfirmedAt),
    phone: account.phone ?? '',
    phone_confirmed_at: text(account.phoneConfirmedAt),
    confirmed_at: text(earliest(account.emailConfirmedAt, account.phoneConfirmedAt)),
    invited_at: text(account.invitedAt),
    confirmation_sent_at: text(account.confirmationSentAt),
    recovery_sent_at: text(account.recoverySentAt),
    email_change_sent_at: text(account.emailChangeSentAt),
    phone_change_sent_at: text(account.phoneChangeSentAt),
    reauthentication_sent_at: text(account.reauthenticationSentAt),
    new_email: account.newEmail ?? undefined,
    new_phone: account.newPhone ?? undefined,
    last_sign_in_at: text(account.lastSignInAt),
    banned_until: text(account.bannedUntil),
    deleted_at: text(account.deletedAt),
    app_metadata: { ...account.appMetadata, ...passwordNote(account) },
    user_metadata: account.userMetadata,
    identities: identities.map(describeIdentity),
    ...(factors.length > 0 ? { factors: factors.map(describeFactor) } : {}),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
    is_anonymous: account.isAnonymous,
  };
}

/** Our addition: a proven account without a password says so, that its owner can be asked to choose one. */
function passwordNote({ passwordHash, emailConfirmedAt }: AccountRecord): { has_password?: false } {
  return passwordHash == null && emailConfirmedAt != null ? { has_password: false } : {};
}

function describeIdentity(identity: IdentityRecord): Identity {
  return {
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.accountId,
    identity_data: identity.identityData,
    provider: identity.provider,
    last_sign_in_at: text(identity.lastSignInAt),
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    email: identity.email ?? undefined,
  };
}

function text(time: Date | null | undefined): string | undefined {
  return time?.toISOString();
}

function earliest(...times: (Date | null | undefined)[]): Date | undefined {
  return times.filter((time) => time != null).sort((a, b) => a.getTime() - b.getTime())[0];
}
