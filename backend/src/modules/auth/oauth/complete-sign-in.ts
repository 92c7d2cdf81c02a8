import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ProviderTokens } from '../core/provider-tokens.js';
import { Flows } from '../pkce/flows.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type SessionWithUser, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import type { ConsumedFlow } from './persistence/oauth-flows.repository.js';

/** A session, or an authorization code if the client sent a code challenge. */
export type CompletedSignIn = { session: SessionGrant } | { authCode: string };

/**
 * Completes an external sign-in with a session, or with an authorization code for a PKCE client. Linking an identity continues the
 * session that started the flow.
 */
@Injectable()
export class CompleteSignIn {
  constructor(
    private readonly database: Database,
    private readonly flows: Flows,
    private readonly sessionGrants: SessionGrants,
    private readonly continueSession: ContinueSession,
  ) {}

  /** Runs `resolve` in the transaction that opens the session. Undefined if it resolves no user. */
  async complete(
    resolve: () => Promise<UserEntity | undefined>,
    { flow, method, tokens }: { flow: ConsumedFlow; method: string; tokens?: ProviderTokens },
  ): Promise<CompletedSignIn | undefined> {
    const opened = await this.database.transaction(async () => {
      const user = await resolve();
      return user && this.open(user, flow, method, tokens);
    });
    if (!opened || 'authCode' in opened) return opened;
    const grant = await this.sessionGrants.grant(opened.user, opened.session);
    return { session: tokens === undefined ? grant : { ...grant, providerTokens: tokens } };
  }

  private async open(
    user: UserEntity,
    { codeChallenge: challenge, codeChallengeMethod, sessionId }: ConsumedFlow,
    method: string,
    tokens: ProviderTokens | undefined,
  ): Promise<SessionWithUser | { authCode: string }> {
    if (challenge === null || codeChallengeMethod === null) {
      const session =
        sessionId === null
          ? await this.sessionGrants.open(user, method)
          : await this.continueSession.continue(user.id, sessionId);
      return { user, session };
    }
    const codeChallenge = { challenge, method: codeChallengeMethod };
    const flowId = await this.flows.beginWith(user.id, codeChallenge, sessionId);
    return { authCode: await this.flows.complete(flowId, method, tokens) };
  }
}
