import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { OtpExpiredError, UserBannedError } from '../core/auth-errors.js';
import { hashSecret } from '../core/secrets.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { OneTimeTokenEntity } from './one-time-token.entity.js';
import { OneTimeTokensRepository } from './one-time-tokens.repository.js';

/** A link that looked valid when read without a lock. */
export interface FoundLink {
  token: OneTimeTokenEntity;
  user: UserEntity;
  /** False if the link was sent to an address that the user no longer has. */
  confirmsEmail: boolean;
}

/** Finds and consumes one-time links. Every invalid link fails the same way: `otp_expired`. */
@Injectable()
export class LinkRedemption {
  constructor(
    private readonly tokens: OneTimeTokensRepository,
    private readonly users: UsersRepository,
    private readonly clock: RealClock,
  ) {}

  async find(secret: string, purposes: readonly string[]): Promise<FoundLink> {
    const token = await this.tokens.find(hashSecret(secret), purposes, this.clock.now());
    const user = token && (await this.users.findById(token.userId));
    if (!token || !user) throw new OtpExpiredError();
    return { token, user, confirmsEmail: token.recipient === user.emailNormalized };
  }

  /**
   * Call inside a transaction. Locks the user, then consumes the link; every caller locks in this order. Throws `user_banned` for a
   * valid link of a banned user.
   */
  async consume({ token, user: { id } }: FoundLink): Promise<UserEntity> {
    const user = await this.users.lockById(id);
    if (!user) throw new OtpExpiredError();
    if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
    if (!(await this.tokens.consume(token))) throw new OtpExpiredError();
    return user;
  }

  /** Like {@link consume}, but rejects a link that was not sent to the user's current address. */
  async consumeForSameEmail(found: FoundLink): Promise<UserEntity> {
    const user = await this.consume(found);
    if (found.token.recipient !== user.emailNormalized) {
      throw new OtpExpiredError("This link was not sent to the account's current email address");
    }
    return user;
  }
}
