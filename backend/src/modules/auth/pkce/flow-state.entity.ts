import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { UserEntity } from '../users/persistence/user.entity.js';
import { SessionEntity } from '../sessions/persistence/session.entity.js';

const FlowStateSchema = defineEntity({
  name: 'FlowState',
  tableName: 'flow_states',
  properties: {
    id: p.uuid().primary(),
    userId: () =>
      p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade').index('flow_states_user'),
    codeChallenge: p.text(),
    codeChallengeMethod: p.enum(['s256', 'plain']),
    method: p.text().nullable(),
    codeHash: p.blob().nullable().unique(),
    codeExpiresAt: timestamp().nullable(),
    providerTokens: p.blob().nullable(),
    sessionId: () =>
      p.manyToOne(SessionEntity).mapToPk().joinColumn('session_id').deleteRule('cascade').nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp().index('flow_states_expires'),
  },
  indexes: [
    {
      name: 'flow_states_session',
      where: 'session_id IS NOT NULL',
      properties: ['sessionId'],
    },
  ],
});

export class FlowStateEntity extends FlowStateSchema.class {}
FlowStateSchema.setClass(FlowStateEntity);
