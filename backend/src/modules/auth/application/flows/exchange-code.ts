import { Injectable } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { UserBannedError } from '../../domain/auth-errors.js';
import { BadVerifierError, FlowExpiredError, FlowUnknownError } from '../../domain/flow-errors.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FlowStatesRepository, type FlowRow } from '../../persistence/flow-states.repository.js';
import { openTokens } from '../providers/sealed-tokens.js';
import { hashOfSecret } from '../secrets.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';

/** The pkce grant: a code, and the verifier that only the client which asked can know, for a session. */
@Injectable()
export class ExchangeCode {
  constructor(
    private readonly database: Database,
    private readonly flows: FlowStatesRepository,
    private readonly accounts: AccountsRepository,
    private readonly grants: SessionGrants,
    private readonly sessions: ContinueSession,
    private readonly clock: Clock,
  ) {}

  /** A code opens one session, or gives the one that asked for it new tokens. A wrong verifier leaves it: a stranger who saw the code cannot spoil it for its client. */
  async exchange(code: string, verifier: string): Promise<SessionGrant> {
    const flow = await this.flows.findByCode(hashOfSecret(code));
    if (!flow) throw new FlowUnknownError();
    if (flow.codeExpiresAt <= this.clock.now()) throw new FlowExpiredError();
    if (!isVerifierOf(flow, verifier)) throw new BadVerifierError();
    const { account, session } = await this.database.transaction(async () => {
      const account = await this.accounts.lockById(flow.accountId);
      if (!account) throw new FlowUnknownError();
      if (isBanned(account, this.clock.now())) throw new UserBannedError('malformed');
      if (!(await this.flows.remove(flow.id))) throw new FlowUnknownError();
      return { account, session: await this.sessionOf(flow, account) };
    });
    const grant = await this.grants.grant(account, session);
    return flow.providerTokens === null
      ? grant
      : { ...grant, providerTokens: openTokens(code, flow.providerTokens) };
  }

  private sessionOf({ sessionId, method }: FlowRow, account: AccountEntity): Promise<OpenSession> {
    return sessionId === null
      ? this.grants.open(account, method)
      : this.sessions.continue(account.id, sessionId);
  }
}

function isVerifierOf({ codeChallenge, codeChallengeMethod }: FlowRow, verifier: string): boolean {
  const shown =
    codeChallengeMethod === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  // Hashed again, so that both sides have one length and the comparison says nothing about either.
  return timingSafeEqual(hashOfSecret(shown), hashOfSecret(codeChallenge));
}
