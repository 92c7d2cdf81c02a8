import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { UserEntity } from '../users/persistence/user.entity.js';

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    credentialId: p.blob().$type<Buffer>().unique(),
    publicKey: p.blob().$type<Buffer>(),
    /** Signature counter; 0 if the device does not count. */
    counter: p.bigint('number'),
    /** `AuthenticatorTransport` values. */
    transports: p.array(),
    /** The authenticator model; zeros if undisclosed. */
    aaguid: p.text(),
    friendlyName: p.text(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    lastUsedAt: timestamp().strictNullable(),
  },
  indexes: [{ name: 'passkeys_user', properties: ['userId', 'createdAt'] }],
});

export class PasskeyEntity extends PasskeySchema.class {}
PasskeySchema.setClass(PasskeyEntity);
