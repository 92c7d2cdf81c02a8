import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { SessionEntity } from './session.entity.js';

const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    sessionId: () => p.manyToOne(SessionEntity).mapToPk().joinColumn('session_id').deleteRule('cascade'),
    /** Position in the session's chain of tokens. */
    counter: p.integer(),
    /** Derives this token from the one before; null for a token that was not derived. */
    salt: p.blob().$type<Buffer>().strictNullable(),
    createdAt: timestamp(),
  },
  uniques: [{ properties: ['sessionId', 'counter'] }],
});

export class RefreshTokenEntity extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshTokenEntity);
