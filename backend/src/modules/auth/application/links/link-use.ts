import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { LinkExpiredError, UserBannedError } from '../../domain/auth-errors.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import {
  OneTimeTokensRepository,
  type OneTimeTokenRow,
} from '../../persistence/one-time-tokens.repository.js';
import { hashOfSecret } from '../secrets.js';

/** A link that can be used as far as a look without locks can tell. */
export interface FoundLink {
  tokenHash: Buffer;
  token: OneTimeTokenRow;
  account: AccountEntity;
  /** False for a link sent to a corrected address: it proves nothing about the account's own. */
  provesAddress: boolean;
}

/** Finds one-time links by their secret and uses them up. Whatever does not work is refused in one way: `otp_expired`. */
@Injectable()
export class LinkUse {
  constructor(
    private readonly links: OneTimeTokensRepository,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
  ) {}

  async find(secret: string, purposes: readonly string[]): Promise<FoundLink> {
    const tokenHash = hashOfSecret(secret);
    const token = await this.links.find(tokenHash, purposes, this.clock.now());
    const account = token && (await this.accounts.findById(token.accountId));
    if (!token || !account) throw new LinkExpiredError();
    return { tokenHash, token, account, provesAddress: token.addressNormalised === account.emailNormalised };
  }

  /**
   * In a transaction: locks the account and uses the link up, in the order in which everybody takes them. Throws `user_banned`
   * to the bearer of a good link.
   */
  async take({ tokenHash, token, account: { id } }: FoundLink): Promise<AccountEntity> {
    const account = await this.accounts.lockById(id);
    if (!account) throw new LinkExpiredError();
    if (isBanned(account, this.clock.now())) throw new UserBannedError('forbidden');
    if (!(await this.links.use(tokenHash, token))) throw new LinkExpiredError();
    return account;
  }

  /** Like {@link take}, and refuses a link that was sent to another address than the account's. */
  async takeProving(found: FoundLink): Promise<AccountEntity> {
    const account = await this.take(found);
    if (found.token.addressNormalised !== account.emailNormalised) throw new LinkExpiredError();
    return account;
  }
}
