import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';

/** What made an account. Only one made by a payment may sign in before its address is confirmed. */
export type UserOrigin = 'signup' | 'payment' | 'admin' | 'invite' | 'provider' | 'phone' | 'anonymous';

const time = () => p.datetime().columnType('timestamptz');

const properties = {
  id: p.uuid().primary(),
  aud: p.text().default('authenticated'),
  role: p.text().default('authenticated'),
  origin: p.text().$type<UserOrigin>(),
  /** As typed. */
  email: p.text().nullable(),
  emailNormalized: p.text().nullable(),
  emailConfirmedAt: time().nullable(),
  phone: p.text().nullable(),
  phoneConfirmedAt: time().nullable(),
  passwordHash: p.text().nullable(),
  fullName: p.text().default(''),
  appMetadata: p.json<Record<string, unknown>>(),
  userMetadata: p.json<Record<string, unknown>>(),
  isAnonymous: p.boolean().default(false),
  /** Whether there may be a second factor. */
  hasFactors: p.boolean().default(false),
  isSsoUser: p.boolean().default(false),
  newEmail: p.text().nullable(),
  newPhone: p.text().nullable(),
  /** Which mailbox has agreed to `newEmail` so far. */
  emailChangeConfirmedBy: p.text().$type<'present' | 'new'>().nullable(),
  invitedAt: time().nullable(),
  confirmationSentAt: time().nullable(),
  recoverySentAt: time().nullable(),
  emailChangeSentAt: time().nullable(),
  phoneChangeSentAt: time().nullable(),
  reauthenticationSentAt: time().nullable(),
  lastSignInAt: time().nullable(),
  bannedUntil: time().nullable(),
  deletedAt: time().nullable(),
  termsVersion: p.text().nullable(),
  termsAcceptedAt: time().nullable(),
  createdAt: time(),
  updatedAt: time(),
};

const UserSchema = defineEntity({ name: 'Account', tableName: 'users', properties });

export class UserEntity extends UserSchema.class {}
UserSchema.setClass(UserEntity);

/** Names of the columns' properties, for statements that read a whole account without the mapper. */
export const USER_PROPERTIES = Object.keys(properties);

/** An account as it is read, whether the mapper manages it or not. */
export type UserRecord = InferEntity<typeof UserSchema>;

export function isBanned({ bannedUntil }: Pick<UserRecord, 'bannedUntil'>, now: Date): boolean {
  return bannedUntil != null && bannedUntil > now;
}
