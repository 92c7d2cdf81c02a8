import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { UserEntity } from '../../users/persistence/user.entity.js';

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_devices',
  properties: {
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').primary().deleteRule('cascade'),
    name: p.text().primary(),
    tokenHash: p.blob().primary(),
    expiresAt: timestamp().nullable(),
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
