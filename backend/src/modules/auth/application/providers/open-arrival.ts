import { Injectable } from '@nestjs/common';
import type { ProviderTokens } from '../../domain/identity-providers.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import type { ProviderFlowRow } from '../../persistence/provider-flows.repository.js';
import { Flows } from '../flows/flows.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';

/** Where somebody who came back ends: with a session, or with a code for the client that asked with a challenge. */
export type Arrival = { session: SessionGrant } | { authCode: string };

type Opened =
  { account: AccountEntity; session: OpenSession; tokens: ProviderTokens | undefined } | { authCode: string };

/** Opens an account to somebody who came back from elsewhere, in the way in which the client asked for it. */
@Injectable()
export class OpenArrival {
  constructor(
    private readonly flows: Flows,
    private readonly grants: SessionGrants,
  ) {}

  /** In the transaction that recognises the person. */
  async open(
    account: AccountEntity,
    { codeChallenge: challenge, codeChallengeMethod }: ProviderFlowRow,
    method: string,
    tokens?: ProviderTokens,
  ): Promise<Opened> {
    if (challenge === null || codeChallengeMethod === null) {
      return { account, session: await this.grants.open(account, method), tokens };
    }
    const { flowId } = await this.flows.begin(account.id, { challenge, method: codeChallengeMethod });
    return { authCode: await this.flows.complete(flowId ?? '', method, tokens) };
  }

  /** After the commit. */
  async grant(opened: Opened): Promise<Arrival> {
    if ('authCode' in opened) return opened;
    const { account, session, tokens } = opened;
    const grant = await this.grants.grant(account, session);
    return { session: tokens === undefined ? grant : { ...grant, providerTokens: tokens } };
  }
}
