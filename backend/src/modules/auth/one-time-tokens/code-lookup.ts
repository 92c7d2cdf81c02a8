import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { AttemptLimiter } from '../../../platform/security/attempt-limiter.js';
import type { Limit } from '../../../platform/security/rate-limits.js';
import { OtpExpiredError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { FoundLink } from './link-redemption.js';
import { OneTimeCodes } from './one-time-codes.js';
import type { OneTimeTokenEntity } from './one-time-token.entity.js';
import { OneTimeTokensRepository } from './one-time-tokens.repository.js';

const SHORT_TERM: Limit = { name: 'auth-code', points: 10, seconds: 900 };
const PER_DAY: Limit = { name: 'auth-code:day', points: 30, seconds: 86_400 };
/** Belongs to no user. Lets the same statement run for unknown addresses, so that timing does not tell them apart. */
const UNKNOWN_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Finds one-time tokens by their six-digit code. Wrong guesses void the code of an email, and a daily limit per address applies
 * however many emails are requested. Neither affects links. Known and unknown addresses are treated alike.
 */
@Injectable()
export class CodeLookup {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly oneTimeCodes: OneTimeCodes,
    private readonly limiter: AttemptLimiter,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** Call outside a transaction: a wrong guess must stay counted. Throws `otp_expired` and `rate_limited`. */
  async find(email: string, code: string, purposes: readonly string[]): Promise<FoundLink> {
    const token = await this.findByUsers(await this.findOwners(email, purposes), email, code, purposes);
    const user = await this.users.findById(token.userId);
    if (!user) throw wrongCode();
    return { token, user, confirmsEmail: token.recipient === user.emailNormalized };
  }

  /** Like {@link find}, when the candidate users are already known. */
  async findByUsers(
    userIds: readonly string[],
    email: string,
    code: string,
    purposes: readonly string[],
  ): Promise<OneTimeTokenEntity> {
    const address = normalizeEmail(email);
    const attempt = await this.limiter.begin([SHORT_TERM, address], [PER_DAY, address]);
    for (const userId of userIds.length > 0 ? userIds : [UNKNOWN_USER]) {
      const codeHash = this.oneTimeCodes.hash(userId, address, code);
      const found = await this.tokens.checkCode({ userId, purposes, codeHash, now: this.clock.now() });
      if (!found) continue;
      attempt.release();
      return found;
    }
    const [id] = userIds;
    await this.audit.record({
      actorId: null,
      action: 'code.rejected',
      ...(id ? { subject: { type: 'user', id } } : {}),
    });
    throw wrongCode();
  }

  /** An email change may be confirmed from an address that no user has yet. */
  private async findOwners(email: string, purposes: readonly string[]): Promise<string[]> {
    if (purposes.includes('email_change')) return this.tokens.findUsersChangingTo(normalizeEmail(email));
    const user = await this.users.findByEmail(email);
    return user ? [user.id] : [];
  }
}

function wrongCode(): OtpExpiredError {
  return new OtpExpiredError('Token has expired or is invalid');
}
