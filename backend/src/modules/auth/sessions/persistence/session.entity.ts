import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import type { AuthenticationMethod } from '../../access/access-tokens.port.js';
import { UserEntity } from '../../users/persistence/user.entity.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    aal: p.enum(['aal1', 'aal2', 'aal3']).default('aal1'),
    /** Newest first. */
    amr: p.json<AuthenticationMethod[]>(),
    /** The factor that raised the session to `aal2`; without a foreign key, so that removing it can downgrade the session. */
    factorId: p.uuid().strictNullable(),
    /** Of the last client that received tokens, like `ip`. */
    userAgent: p.text().strictNullable(),
    ip: p.text().strictNullable(),
    /** Counter of the current refresh token. */
    refreshCounter: p.integer().default(0),
    refreshedAt: timestamp().strictNullable(),
    notAfter: timestamp().index('sessions_not_after'),
    /** Opened by a recovery email: may set a password once without the current one. */
    recovery: p.boolean().default(false),
    /** The passkey that opened the session, which alone makes it `aal2`. */
    passkeyId: p.uuid().strictNullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  indexes: [
    {
      name: 'sessions_user',
      properties: ['userId', 'createdAt'],
      columns: [{ name: 'userId' }, { name: 'createdAt', sort: 'DESC' }],
    },
  ],
});

export class SessionEntity extends SessionSchema.class {}
SessionSchema.setClass(SessionEntity);
