import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { UserEntity } from './user.entity.js';

const properties = {
  id: p.uuid().primary(),
  userId: () =>
    p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade').index('identities_user'),
  provider: p.text(),
  /** The user's id at the provider; for `email`, our user id. */
  providerId: p.text(),
  email: p.text().nullable(),
  identityData: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
  lastSignInAt: timestamp().nullable(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
};

const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties,
  uniques: [{ properties: ['provider', 'providerId'] }],
});

export class IdentityEntity extends IdentitySchema.class {}
IdentitySchema.setClass(IdentityEntity);

/** Property names, for SQL that reads identities without MikroORM. */
export const IDENTITY_PROPERTIES = Object.keys(properties);

/** An identity, whether or not MikroORM manages it. */
export type IdentityRecord = InferEntity<typeof IdentitySchema>;
