import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { SessionEntity } from '../../sessions/persistence/session.entity.js';

const OAuthFlowSchema = defineEntity({
  name: 'OAuthFlow',
  tableName: 'oauth_flows',
  properties: {
    id: p.uuid().primary(),
    provider: p.text(),
    browserHash: p.blob().nullable(),
    nonce: p.text().nullable(),
    redirectTo: p.text().nullable(),
    codeChallenge: p.text().nullable(),
    codeChallengeMethod: p.enum(['s256', 'plain']).nullable(),
    sessionId: () =>
      p.manyToOne(SessionEntity).mapToPk().joinColumn('session_id').deleteRule('cascade').nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp().index('oauth_flows_expires'),
  },
  indexes: [
    {
      name: 'oauth_flows_session',
      where: 'session_id IS NOT NULL',
      properties: ['sessionId'],
    },
  ],
});

export class OAuthFlowEntity extends OAuthFlowSchema.class {}
OAuthFlowSchema.setClass(OAuthFlowEntity);
