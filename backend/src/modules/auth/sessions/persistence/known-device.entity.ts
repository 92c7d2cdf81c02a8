import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { UserEntity } from '../../users/persistence/user.entity.js';

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_devices',
  properties: {
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').primary().deleteRule('cascade'),
    /** For example `Chrome on macOS`; empty if unknown. */
    name: p.text().primary(),
    /** Empty for clients without a device cookie. */
    tokenHash: p.blob().$type<Buffer>().primary(),
    /** Null without a device cookie. */
    expiresAt: timestamp().strictNullable(),
    firstSeenAt: timestamp(),
  },
  indexes: [
    {
      name: 'known_devices_expires',
      where: 'expires_at IS NOT NULL',
      properties: ['expiresAt'],
    },
  ],
});

export class KnownDeviceEntity extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDeviceEntity);
