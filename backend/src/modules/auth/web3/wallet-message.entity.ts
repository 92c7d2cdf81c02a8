import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const WalletMessageSchema = defineEntity({
  name: 'WalletMessage',
  tableName: 'wallet_messages',
  properties: {
    messageHash: p.blob().$type<Buffer>().primary(),
    expiresAt: timestamp().index('wallet_messages_expires'),
  },
});

export class WalletMessageEntity extends WalletMessageSchema.class {}
WalletMessageSchema.setClass(WalletMessageEntity);
