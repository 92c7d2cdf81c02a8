import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import { SessionEntity } from '../../sessions/persistence/session.entity.js';

const OAuthFlowSchema = defineEntity({
  name: 'OAuthFlow',
  tableName: 'oauth_flows',
  properties: {
    id: p.uuid().primary(),
    /** Name of the provider, or of the SAML identity provider. */
    provider: p.text(),
    /** Hash of the cookie that binds the flow to a browser; null until an SSO flow has been redirected. */
    browserHash: p.blob().$type<Buffer>().strictNullable(),
    /** What the provider must return: the OpenID Connect nonce, or the ID of the SAML request. */
    nonce: p.text().strictNullable(),
    /** Null for the site. */
    redirectTo: p.text().strictNullable(),
    codeChallenge: p.text().strictNullable(),
    codeChallengeMethod: p.enum(['s256', 'plain']).strictNullable(),
    /** The session that links an identity; null for a sign-in. */
    sessionId: () =>
      p.manyToOne(SessionEntity).mapToPk().joinColumn('session_id').deleteRule('cascade').strictNullable(),
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
