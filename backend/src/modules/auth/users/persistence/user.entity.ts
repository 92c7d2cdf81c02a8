import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';

/** How a user was created. Only users created by a payment may sign in before their email is confirmed. */
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
  /** False if the user never had an MFA factor; saves a query. */
  hasFactors: p.boolean().default(false),
  isSsoUser: p.boolean().default(false),
  newEmail: p.text().nullable(),
  newPhone: p.text().nullable(),
  /** Which mailbox has confirmed the change to `newEmail` so far. */
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

const UserSchema = defineEntity({ name: 'User', tableName: 'users', properties });

export class UserEntity extends UserSchema.class {}
UserSchema.setClass(UserEntity);

/** Property names, for SQL that reads users without MikroORM. */
export const USER_PROPERTIES = Object.keys(properties);

/** A user, whether or not MikroORM manages it. */
export type UserRecord = InferEntity<typeof UserSchema>;

export function isBanned({ bannedUntil }: Pick<UserRecord, 'bannedUntil'>, now: Date): boolean {
  return bannedUntil != null && bannedUntil > now;
}
