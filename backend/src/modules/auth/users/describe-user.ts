import { toProtocolEmail } from '../core/email-and-phone.js';
import { describeFactor } from '../factors/describe-factor.js';
import type { FactorEntity } from '../factors/factor.entity.js';
import type { IdentityRecord } from './persistence/identity.entity.js';
import type { UserRecord } from './persistence/user.entity.js';
import type { Identity, User } from './user.js';

/** The user in wire format, the same in every response. */
export function describeUser(
  user: UserRecord,
  identities: readonly IdentityRecord[],
  factors: readonly FactorEntity[] = [],
): User {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: toProtocolEmail(user.email) ?? '',
    email_confirmed_at: text(user.emailConfirmedAt),
    phone: user.phone ?? '',
    phone_confirmed_at: text(user.phoneConfirmedAt),
    confirmed_at: text(earliest(user.emailConfirmedAt, user.phoneConfirmedAt)),
    invited_at: text(user.invitedAt),
    confirmation_sent_at: text(user.confirmationSentAt),
    recovery_sent_at: text(user.recoverySentAt),
    email_change_sent_at: text(user.emailChangeSentAt),
    phone_change_sent_at: text(user.phoneChangeSentAt),
    reauthentication_sent_at: text(user.reauthenticationSentAt),
    new_email: toProtocolEmail(user.newEmail),
    new_phone: user.newPhone ?? undefined,
    last_sign_in_at: text(user.lastSignInAt),
    banned_until: text(user.bannedUntil),
    deleted_at: text(user.deletedAt),
    app_metadata: { ...user.appMetadata, ...passwordState(user) },
    user_metadata: user.userMetadata,
    identities: identities.map(describeIdentity),
    ...(factors.length > 0 ? { factors: factors.map(describeFactor) } : {}),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  };
}

/** Our extension: tells the site to ask a confirmed user without a password to set one. */
function passwordState({ passwordHash, emailConfirmedAt }: UserRecord): { has_password?: false } {
  return passwordHash == null && emailConfirmedAt != null ? { has_password: false } : {};
}

function describeIdentity(identity: IdentityRecord): Identity {
  return {
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    identity_data: withProtocolEmail(identity.identityData),
    provider: identity.provider,
    last_sign_in_at: text(identity.lastSignInAt),
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    email: identity.email ?? undefined,
  };
}

/** Data from an identity provider, or about an email identity. */
export function withProtocolEmail(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return typeof data.email === 'string' ? { ...data, email: toProtocolEmail(data.email) } : { ...data };
}

function text(time: Date | null | undefined): string | undefined {
  return time?.toISOString();
}

function earliest(...times: (Date | null | undefined)[]): Date | undefined {
  return times.filter((time) => time != null).sort((a, b) => a.getTime() - b.getTime())[0];
}
