import { Injectable } from '@nestjs/common';
import type { ProviderTokens } from '../../domain/identity-providers.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import type { OAuthFlowRow } from '../../persistence/oauth-flows.repository.js';
import { Flows } from '../flows/flows.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';

/** Where someone who came back ends: with a session, or with a code for the client that asked with a challenge. */
export type CompletedSignIn = { session: SessionGrant } | { authCode: string };

type OpenedSession =
  { user: UserEntity; session: OpenSession; tokens: ProviderTokens | undefined } | { authCode: string };

/**
 * Opens an account to someone who came back from elsewhere, in the sign-in method which the client asked for it. Who left to link an identity
 * goes on in the session that he left from.
 */
@Injectable()
export class CompleteSignIn {
  constructor(
    private readonly flows: Flows,
    private readonly sessionGrants: SessionGrants,
    private readonly continueSession: ContinueSession,
  ) {}

  /** In the transaction that recognizes the person. */
  async open(
    user: UserEntity,
    { codeChallenge: challenge, codeChallengeMethod, sessionId }: OAuthFlowRow,
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
    const asked = { challenge, method: codeChallengeMethod };
    const flowId = await this.flows.beginWith(user.id, asked, sessionId);
    return { authCode: await this.flows.complete(flowId, method, tokens) };
  }

  /** After the commit. */
  async grant(opened: OpenedSession): Promise<CompletedSignIn> {
    if ('authCode' in opened) return opened;
    const { user, session, tokens } = opened;
    const grant = await this.sessionGrants.grant(user, session);
    return { session: tokens === undefined ? grant : { ...grant, providerTokens: tokens } };
  }
}
