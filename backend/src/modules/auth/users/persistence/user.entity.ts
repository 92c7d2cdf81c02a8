import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';

const properties = {
  id: p.uuid().primary(),
  aud: p.text().default('authenticated'),
  role: p.text().default('authenticated'),
  /** How the user was created. Only users created by a payment may sign in before their email is confirmed. */
  origin: p.enum(['signup', 'payment', 'admin', 'invite', 'provider', 'phone', 'anonymous']),
  /** As typed. */
  email: p.text().nullable(),
  emailNormalized: p.text().nullable().unique(),
  emailConfirmedAt: timestamp().nullable(),
  /** Digits only, like `newPhone`. */
  phone: p.text().nullable().unique(),
  phoneConfirmedAt: timestamp().nullable(),
  passwordHash: p.text().nullable(),
  fullName: p.text().default(''),
  appMetadata: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
  userMetadata: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
  isAnonymous: p.boolean().default(false),
  /** False if the user never had an MFA factor; saves a query. */
  hasFactors: p.boolean().default(false),
  isSsoUser: p.boolean().default(false),
  newEmail: p.text().nullable(),
  newPhone: p.text().nullable(),
  /** Which mailbox has confirmed the change to `newEmail` so far. */
  emailChangeConfirmedBy: p.enum(['present', 'new']).nullable(),
  invitedAt: timestamp().nullable(),
  confirmationSentAt: timestamp().nullable(),
  recoverySentAt: timestamp().nullable(),
  emailChangeSentAt: timestamp().nullable(),
  phoneChangeSentAt: timestamp().nullable(),
  reauthenticationSentAt: timestamp().nullable(),
  lastSignInAt: timestamp().nullable(),
  bannedUntil: timestamp().nullable(),
  deletedAt: timestamp().nullable(),
  termsVersion: p.text().nullable(),
  termsAcceptedAt: timestamp().nullable(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
};

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties,
  indexes: [
    { name: 'users_anonymous', where: 'is_anonymous', properties: ['id'] },
    {
      name: 'users_created',
      properties: ['createdAt', 'id'],
      columns: [{ name: 'createdAt', sort: 'DESC' }, { name: 'id' }],
    },
    {
      name: 'users_staff',
      expression:
        "create index users_staff on users USING btree (((app_metadata ->> 'role'::text))) WHERE ((app_metadata ->> 'role'::text) IS NOT NULL)",
    },
  ],
});

export class UserEntity extends UserSchema.class {}
UserSchema.setClass(UserEntity);

/** Property names, for SQL that reads users without MikroORM. */
export const USER_PROPERTIES = Object.keys(properties);

/** A user, whether or not MikroORM manages it. */
export type UserRecord = InferEntity<typeof UserSchema>;

export type UserOrigin = UserRecord['origin'];

export function isBanned({ bannedUntil }: Pick<UserRecord, 'bannedUntil'>, now: Date): boolean {
  return bannedUntil != null && bannedUntil > now;
}
