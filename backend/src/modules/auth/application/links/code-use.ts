import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { AttemptLimits } from '../../../../platform/security/attempt-limits.js';
import type { Limit } from '../../../../platform/security/rate-limits.js';
import { LinkExpiredError } from '../../domain/auth-errors.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import {
  OneTimeTokensRepository,
  type OneTimeTokenRow,
} from '../../persistence/one-time-tokens.repository.js';
import type { FoundLink } from './link-use.js';
import { OneTimeCodes } from './one-time-codes.js';

const PER_QUARTER: Limit = { name: 'auth-code', points: 10, seconds: 900 };
const PER_DAY: Limit = { name: 'auth-code:day', points: 30, seconds: 86_400 };
/** No account has it: the same statement runs for an unknown address. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Finds what a mail carried by the six digits in it. Five guesses void the digits of a mail, and an address has thirty guesses a
 * day however many mails are asked for; links are not touched by either. Known and unknown addresses are treated alike.
 */
@Injectable()
export class CodeUse {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly codes: OneTimeCodes,
    private readonly limits: AttemptLimits,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Outside a transaction: a wrong guess must count although it is refused. Throws `otp_expired` and `rate_limited`. */
  async find(email: string, code: string, purposes: readonly string[]): Promise<FoundLink> {
    const { tokenHash, ...token } = await this.findOf(
      await this.ownersOf(email, purposes),
      email,
      code,
      purposes,
    );
    const account = await this.accounts.findById(token.accountId);
    if (!account) throw wrongCode();
    return { tokenHash, token, account, provesAddress: token.addressNormalised === account.emailNormalised };
  }

  /** Like {@link find}, for accounts that are known already. */
  async findOf(
    accountIds: readonly string[],
    email: string,
    code: string,
    purposes: readonly string[],
  ): Promise<OneTimeTokenRow & { tokenHash: Buffer }> {
    const address = normaliseEmail(email);
    const attempt = await this.limits.begin([PER_QUARTER, address], [PER_DAY, address]);
    for (const accountId of accountIds.length > 0 ? accountIds : [NOBODY]) {
      const codeHash = this.codes.hash(accountId, address, code);
      const found = await this.links.guess({ accountId, purposes, codeHash, now: this.clock.now() });
      if (!found) continue;
      attempt.giveBack();
      return found;
    }
    const [id] = accountIds;
    await this.audit.record({
      actorId: null,
      action: 'code.refused',
      ...(id ? { subject: { type: 'account', id } } : {}),
    });
    throw wrongCode();
  }

  /** Whose code it may be: a change of address is agreed to from an address that is no account's yet. */
  private async ownersOf(email: string, purposes: readonly string[]): Promise<string[]> {
    if (purposes.includes('email_change')) return this.links.accountsChangingAt(normaliseEmail(email));
    const account = await this.accounts.findByEmail(email);
    return account ? [account.id] : [];
  }
}

function wrongCode(): LinkExpiredError {
  return new LinkExpiredError('Token has expired or is invalid');
}
