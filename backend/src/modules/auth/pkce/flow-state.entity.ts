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
    /** How the user signed in, for `amr`. Null, like the code, until the link has been followed. */
    method: p.text().strictNullable(),
    codeHash: p.blob().$type<Buffer>().strictNullable().unique(),
    codeExpiresAt: timestamp().strictNullable(),
    /** Encrypted with the code. */
    providerTokens: p.blob().$type<Buffer>().strictNullable(),
    /** The session to continue; null if the code creates one. */
    sessionId: () =>
      p.manyToOne(SessionEntity).mapToPk().joinColumn('session_id').deleteRule('cascade').strictNullable(),
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
