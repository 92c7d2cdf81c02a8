import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { OtpExpiredError, UserBannedError } from '../../domain/auth-errors.js';
import { isBanned, type UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import {
  OneTimeTokensRepository,
  type OneTimeTokenRow,
} from '../../persistence/one-time-tokens.repository.js';
import { hashOfSecret } from '../secrets.js';

/** A link that can be used as far as a look without locks can tell. */
export interface FoundLink {
  tokenHash: Buffer;
  token: OneTimeTokenRow;
  user: UserEntity;
  /** False for a link sent to a corrected address: it proves nothing about the account's own. */
  confirmsEmail: boolean;
}

/** Finds one-time links by their secret and uses them up. Whatever does not work is rejected in one way: `otp_expired`. */
@Injectable()
export class LinkUse {
  constructor(
    private readonly tokens: OneTimeTokensRepository,
    private readonly users: UsersRepository,
    private readonly clock: Clock,
  ) {}

  async find(secret: string, purposes: readonly string[]): Promise<FoundLink> {
    const tokenHash = hashOfSecret(secret);
    const token = await this.tokens.find(tokenHash, purposes, this.clock.now());
    const user = token && (await this.users.findById(token.userId));
    if (!token || !user) throw new OtpExpiredError();
    return { tokenHash, token, user, confirmsEmail: token.recipient === user.emailNormalized };
  }

  /**
   * In a transaction: locks the account and uses the link up, in the order in which everybody takes them. Throws `user_banned`
   * to the bearer of a good link.
   */
  async consume({ tokenHash, token, user: { id } }: FoundLink): Promise<UserEntity> {
    const user = await this.users.lockById(id);
    if (!user) throw new OtpExpiredError();
    if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
    if (!(await this.tokens.consume(tokenHash, token))) throw new OtpExpiredError();
    return user;
  }

  /** Like {@link consume}, and rejects a link that was sent to another address than the account's. */
  async takeForSameEmail(found: FoundLink): Promise<UserEntity> {
    const user = await this.consume(found);
    if (found.token.recipient !== user.emailNormalized) throw new OtpExpiredError();
    return user;
  }
}
