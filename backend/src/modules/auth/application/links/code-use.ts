import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { AttemptLimits } from '../../../../platform/security/attempt-limits.js';
import type { Limit } from '../../../../platform/security/rate-limits.js';
import { OtpExpiredError } from '../../domain/auth-errors.js';
import { normalizeEmail } from '../../domain/email-address.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import {
  OneTimeTokensRepository,
  type OneTimeTokenRow,
} from '../../persistence/one-time-tokens.repository.js';
import type { FoundLink } from './link-use.js';
import { OneTimeCodes } from './one-time-codes.js';

const PER_QUARTER_HOUR: Limit = { name: 'auth-code', points: 10, seconds: 900 };
const PER_DAY: Limit = { name: 'auth-code:day', points: 30, seconds: 86_400 };
/** No account has it: the same statement runs for an unknown address. */
const UNKNOWN_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Finds what an email carried by the six digits in it. Five guesses void the digits of an email, and an address has thirty guesses a
 * day however many emails are asked for; links are not touched by either. Known and unknown addresses are treated alike.
 */
@Injectable()
export class CodeUse {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly oneTimeCodes: OneTimeCodes,
    private readonly limits: AttemptLimits,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Outside a transaction: a wrong guess must count although it is rejected. Throws `otp_expired` and `rate_limited`. */
  async find(email: string, code: string, purposes: readonly string[]): Promise<FoundLink> {
    const { tokenHash, ...token } = await this.findOf(
      await this.ownersOf(email, purposes),
      email,
      code,
      purposes,
    );
    const user = await this.users.findById(token.userId);
    if (!user) throw wrongCode();
    return { tokenHash, token, user, confirmsEmail: token.recipient === user.emailNormalized };
  }

  /** Like {@link find}, for accounts that are known already. */
  async findOf(
    userIds: readonly string[],
    email: string,
    code: string,
    purposes: readonly string[],
  ): Promise<OneTimeTokenRow & { tokenHash: Buffer }> {
    const address = normalizeEmail(email);
    const attempt = await this.limits.begin([PER_QUARTER_HOUR, address], [PER_DAY, address]);
    for (const userId of userIds.length > 0 ? userIds : [UNKNOWN_USER]) {
      const codeHash = this.oneTimeCodes.hash(userId, address, code);
      const found = await this.tokens.checkCode({ userId, purposes, codeHash, now: this.clock.now() });
      if (!found) continue;
      attempt.giveBack();
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

  /** Whose code it may be: a change of address is agreed to from an address that is no account's yet. */
  private async ownersOf(email: string, purposes: readonly string[]): Promise<string[]> {
    if (purposes.includes('email_change')) return this.tokens.findUsersChangingTo(normalizeEmail(email));
    const user = await this.users.findByEmail(email);
    return user ? [user.id] : [];
  }
}

function wrongCode(): OtpExpiredError {
  return new OtpExpiredError('Token has expired or is invalid');
}
