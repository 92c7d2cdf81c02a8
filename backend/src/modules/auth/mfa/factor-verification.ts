import { Injectable } from '@nestjs/common';
import { AttemptLimiter, type CountedAttempt } from '../../../platform/security/attempt-limiter.js';
import type { Limit } from '../../../platform/security/rate-limits.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { FactorsRepository, type SecondFactor } from '../factors/factors.repository.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

const SHORT_TERM: Limit = { name: 'auth-factor', points: 10, seconds: 300 };
const PER_DAY: Limit = { name: 'auth-factor:day', points: 100, seconds: 86_400 };

/** The caller, with their second factors. */
export interface FactorsOfUser {
  user: UserEntity;
  factors: SecondFactor[];
}

/** The steps shared by all second factors: count the attempt, verify while the user is locked, issue the elevated session's tokens. */
@Injectable()
export class FactorVerification {
  constructor(
    private readonly limiter: AttemptLimiter,
    private readonly signedInUser: SignedInUser,
    private readonly factors: FactorsRepository,
    private readonly sessionGrants: SessionGrants,
  ) {}

  /**
   * Counts an attempt, per second factor across sessions and IP addresses. Call before checking the code, so that concurrent guesses
   * all count. Throws `rate_limited`.
   */
  count(factor: string): Promise<CountedAttempt> {
    return this.limiter.begin([SHORT_TERM, factor], [PER_DAY, factor]);
  }

  /** Without a lock, for checks that are too slow for a transaction. */
  async find({ userId }: AuthenticatedCaller): Promise<FactorsOfUser> {
    return this.withFactors(await this.signedInUser.find(userId));
  }

  /**
   * Runs `verify` in a transaction that has locked the user. If it elevates the session, the attempt no longer counts. If it
   * returns undefined, the attempt stays counted and the transaction is committed.
   */
  async complete(
    attempt: CountedAttempt,
    caller: AuthenticatedCaller,
    verify: (found: FactorsOfUser) => Promise<OpenSession>,
  ): Promise<SessionGrant>;
  async complete(
    attempt: CountedAttempt,
    caller: AuthenticatedCaller,
    verify: (found: FactorsOfUser) => Promise<OpenSession | undefined>,
  ): Promise<SessionGrant | undefined>;
  async complete(
    attempt: CountedAttempt,
    { userId }: AuthenticatedCaller,
    verify: (found: FactorsOfUser) => Promise<OpenSession | undefined>,
  ): Promise<SessionGrant | undefined> {
    const opened = await this.signedInUser.withLock(userId, async (user) => {
      const session = await verify(await this.withFactors(user));
      return session && { user, session };
    });
    if (!opened) return undefined;
    attempt.release();
    return this.sessionGrants.grant(opened.user, opened.session);
  }

  private async withFactors(user: UserEntity): Promise<FactorsOfUser> {
    return { user, factors: await this.factors.findByUser(user) };
  }
}
