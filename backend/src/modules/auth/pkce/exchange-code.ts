import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { UserBannedError } from '../core/auth-errors.js';
import { decryptTokens } from '../core/provider-tokens.js';
import { hashSecret } from '../core/secrets.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { matchesChallenge } from './code-challenge.js';
import { BadVerifierError, FlowStateExpiredError, FlowStateNotFoundError } from './flow-errors.js';
import { FlowStatesRepository, type CompletedFlow } from './flow-states.repository.js';

/** The pkce grant: trades an authorization code and its code verifier for a session. */
@Injectable()
export class ExchangeCode {
  constructor(
    private readonly flows: FlowStatesRepository,
    private readonly users: UsersRepository,
    private readonly sessionGrants: SessionGrants,
    private readonly continueSession: ContinueSession,
    private readonly clock: RealClock,
  ) {}

  /**
   * Opens a session, or issues new tokens for the session that started the flow. Single use, but a wrong verifier does not consume
   * the code: someone who saw the code cannot spoil it for the client.
   */
  async exchange(code: string, verifier: string): Promise<SessionGrant> {
    const flow = await this.flows.findByCode(hashSecret(code));
    if (!flow) throw new FlowStateNotFoundError();
    if (flow.codeExpiresAt <= this.clock.now()) throw new FlowStateExpiredError();
    const challenge = { challenge: flow.codeChallenge, method: flow.codeChallengeMethod };
    if (!matchesChallenge(challenge, verifier)) throw new BadVerifierError();
    const grant = await this.sessionGrants.grantAfter(async () => {
      const user = await this.users.lockById(flow.userId);
      if (!user) throw new FlowStateNotFoundError();
      if (isBanned(user, this.clock.now())) throw new UserBannedError('malformed');
      if (!(await this.flows.remove(flow.id))) throw new FlowStateNotFoundError();
      return { user, session: await this.openOrContinue(flow, user) };
    });
    return flow.providerTokens === null
      ? grant
      : { ...grant, providerTokens: decryptTokens(code, flow.providerTokens) };
  }

  private openOrContinue({ sessionId, method }: CompletedFlow, user: UserEntity): Promise<OpenSession> {
    return sessionId === null
      ? this.sessionGrants.open(user, method)
      : this.continueSession.continue(user.id, sessionId);
  }
}
