import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { deleteReturning } from '../../../../platform/database/delete-returning.js';
import { SessionEntity } from '../../sessions/persistence/session.entity.js';
import { OAuthFlowEntity } from './oauth-flow.entity.js';

/** A flow that its browser has finished. */
export type ConsumedFlow = OAuthFlowEntity & {
  /** The session that links an identity; null for a sign-in or if that session has ended. */
  session: Pick<SessionEntity, 'userId' | 'aal'> | null;
};

/** OAuth and SAML flows in progress. */
@Injectable()
export class OAuthFlowsRepository {
  constructor(private readonly database: Database) {}

  async insert(flow: OAuthFlowEntity): Promise<void> {
    await this.database.em.insert(OAuthFlowEntity, flow);
  }

  /** Reads where to redirect after a flow, without consuming it. */
  findRedirect(id: string, now: Date): Promise<Pick<OAuthFlowEntity, 'provider' | 'redirectTo'> | null> {
    return this.database.em.findOne(OAuthFlowEntity, { id, expiresAt: { $gt: now } });
  }

  /** Binds a flow to a browser, once, and stores the nonce that the provider must return. Returns the provider's name. */
  async bindToBrowser(
    id: string,
    { browserHash, nonce, now }: { browserHash: Buffer; nonce: string; now: Date },
  ): Promise<string | undefined> {
    const [flow] = await this.database.em
      .createQueryBuilder(OAuthFlowEntity)
      .update({ browserHash, nonce })
      .where({ id, browserHash: null, expiresAt: { $gt: now } })
      .returning('provider')
      .execute<Pick<OAuthFlowEntity, 'provider'>[]>('all');
    return flow?.provider;
  }

  /** Deletes and returns the flow. Requires the browser that started it, so knowing the state is not enough to invalidate a flow. */
  async consume(id: string, browserHash: Buffer, now: Date): Promise<ConsumedFlow | undefined> {
    const { em } = this.database;
    const [flow] = await deleteReturning(em, OAuthFlowEntity, { id, browserHash, expiresAt: { $gt: now } });
    if (!flow) return undefined;
    const session =
      flow.sessionId === null
        ? null
        : await em.findOne(SessionEntity, { id: flow.sessionId, notAfter: { $gt: now } });
    return { ...flow, session };
  }
}
