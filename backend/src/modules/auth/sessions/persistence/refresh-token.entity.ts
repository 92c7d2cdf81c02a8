import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { SessionEntity } from './session.entity.js';

const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    tokenHash: p.blob().primary(),
    sessionId: () => p.manyToOne(SessionEntity).mapToPk().joinColumn('session_id').deleteRule('cascade'),
    counter: p.integer(),
    salt: p.blob().nullable(),
    createdAt: timestamp(),
  },
  uniques: [{ properties: ['sessionId', 'counter'] }],
});

export class RefreshTokenEntity extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshTokenEntity);
