import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { UserEntity } from '../../users/persistence/user.entity.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    aal: p.enum(['aal1', 'aal2', 'aal3']).default('aal1'),
    amr: p.json<Record<string, unknown>>(),
    factorId: p.uuid().nullable(),
    userAgent: p.text().nullable(),
    ip: p.text().nullable(),
    refreshCounter: p.integer().default(0),
    refreshedAt: timestamp().nullable(),
    notAfter: timestamp().index('sessions_not_after'),
    recovery: p.boolean().default(false),
    passkeyId: p.uuid().nullable(),
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
