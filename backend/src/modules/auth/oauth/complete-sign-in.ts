import { Injectable } from '@nestjs/common';
import type { ProviderTokens } from '../core/provider-tokens.js';
import { Flows } from '../pkce/flows.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import type { ConsumedFlow } from './persistence/oauth-flows.repository.js';

/** A session, or an authorization code if the client sent a code challenge. */
export type CompletedSignIn = { session: SessionGrant } | { authCode: string };

type OpenedSession =
  { user: UserEntity; session: OpenSession; tokens: ProviderTokens | undefined } | { authCode: string };

/**
 * Completes an external sign-in with a session, or with an authorization code for a PKCE client. Linking an identity continues the
 * session that started the flow.
 */
@Injectable()
export class CompleteSignIn {
  constructor(
    private readonly flows: Flows,
    private readonly sessionGrants: SessionGrants,
    private readonly continueSession: ContinueSession,
  ) {}

  /** Call inside the transaction that resolves the identity. */
  async open(
    user: UserEntity,
    { codeChallenge: challenge, codeChallengeMethod, sessionId }: ConsumedFlow,
    method: string,
    tokens?: ProviderTokens,
  ): Promise<OpenedSession> {
    if (challenge === null || codeChallengeMethod === null) {
      const session =
        sessionId === null
          ? await this.sessionGrants.open(user, method)
          : await this.continueSession.continue(user.id, sessionId);
      return { user, session, tokens };
    }
    const codeChallenge = { challenge, method: codeChallengeMethod };
    const flowId = await this.flows.beginWith(user.id, codeChallenge, sessionId);
    return { authCode: await this.flows.complete(flowId, method, tokens) };
  }

  /** Call after the commit. */
  async grant(opened: OpenedSession): Promise<CompletedSignIn> {
    if ('authCode' in opened) return opened;
    const { user, session, tokens } = opened;
    const grant = await this.sessionGrants.grant(user, session);
    return { session: tokens === undefined ? grant : { ...grant, providerTokens: tokens } };
  }
}
