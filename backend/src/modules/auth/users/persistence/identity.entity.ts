import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';

const time = () => p.datetime().columnType('timestamptz');

const properties = {
  id: p.uuid().primary(),
  userId: p.uuid(),
  provider: p.text(),
  /** The user's id at the provider; for `email`, our user id. */
  providerId: p.text(),
  email: p.text().nullable(),
  identityData: p.json<Record<string, unknown>>(),
  lastSignInAt: time().nullable(),
  createdAt: time(),
  updatedAt: time(),
};

const IdentitySchema = defineEntity({ name: 'Identity', tableName: 'identities', properties });

export class IdentityEntity extends IdentitySchema.class {}
IdentitySchema.setClass(IdentityEntity);

/** Property names, for SQL that reads identities without MikroORM. */
export const IDENTITY_PROPERTIES = Object.keys(properties);

/** An identity, whether or not MikroORM manages it. */
export type IdentityRecord = InferEntity<typeof IdentitySchema>;
