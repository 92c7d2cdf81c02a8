import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';

const time = () => p.datetime().columnType('timestamptz');

const properties = {
  id: p.uuid().primary(),
  userId: p.uuid(),
  provider: p.text(),
  /** The account's id at the provider; for `email` the account's own id. */
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

/** Names of the columns' properties, for statements that read a whole identity without the mapper. */
export const IDENTITY_PROPERTIES = Object.keys(properties);

/** An identity as it is read, whether the mapper manages it or not. */
export type IdentityRecord = InferEntity<typeof IdentitySchema>;
