import { Injectable } from '@nestjs/common';
import type { ProviderTokens } from '../../domain/identity-providers.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import type { ProviderFlowRow } from '../../persistence/provider-flows.repository.js';
import { Flows } from '../flows/flows.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';

/** Where somebody who came back ends: with a session, or with a code for the client that asked with a challenge. */
export type Arrival = { session: SessionGrant } | { authCode: string };

type Opened =
  { account: AccountEntity; session: OpenSession; tokens: ProviderTokens | undefined } | { authCode: string };

/**
 * Opens an account to somebody who came back from elsewhere, in the way in which the client asked for it. Who left to link an identity
 * goes on in the session that he left from.
 */
@Injectable()
export class OpenArrival {
  constructor(
    private readonly flows: Flows,
    private readonly grants: SessionGrants,
    private readonly sessions: ContinueSession,
  ) {}

  /** In the transaction that recognises the person. */
  async open(
    account: AccountEntity,
    { codeChallenge: challenge, codeChallengeMethod, sessionId }: ProviderFlowRow,
    method: string,
    tokens?: ProviderTokens,
  ): Promise<Opened> {
    if (challenge === null || codeChallengeMethod === null) {
      const session =
        sessionId === null
          ? await this.grants.open(account, method)
          : await this.sessions.continue(account.id, sessionId);
      return { account, session, tokens };
    }
    const asked = { challenge, method: codeChallengeMethod };
    const flowId = await this.flows.beginWith(account.id, asked, sessionId);
    return { authCode: await this.flows.complete(flowId, method, tokens) };
  }

  /** After the commit. */
  async grant(opened: Opened): Promise<Arrival> {
    if ('authCode' in opened) return opened;
    const { account, session, tokens } = opened;
    const grant = await this.grants.grant(account, session);
    return { session: tokens === undefined ? grant : { ...grant, providerTokens: tokens } };
  }
}
