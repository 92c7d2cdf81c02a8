import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { UserDeletedError } from '../access/session-errors.js';
import { InvalidInputError, OtpExpiredError, ReauthenticationInvalidError } from '../core/auth-errors.js';
import { userReauthenticationRequested } from '../core/events.js';
import { EmailRateLimit } from '../email-otp/email-rate-limit.js';
import { CodeLookup } from '../one-time-tokens/code-lookup.js';
import type { OneTimeTokenEntity } from '../one-time-tokens/one-time-token.entity.js';
import { SmsCodes } from '../phone/sms-codes.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';

/** A matching nonce. The operation that relies on it consumes it. */
export type FoundNonce = OneTimeTokenEntity & { tokenHash: Buffer };

/** Sends a signed-in user a six-digit nonce by email, or by SMS if they have no email, to confirm that they are the account's owner. */
@Injectable()
export class Reauthenticate {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly emailRateLimit: EmailRateLimit,
    private readonly codeLookup: CodeLookup,
    private readonly sms: SmsCodes,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async request(userId: string): Promise<void> {
    const user = await this.users.findById(userId);
    if (!user) throw new UserDeletedError();
    if (user.email == null && user.phone != null) return this.requestBySms(user, user.phone);
    if (user.email == null) {
      throw new InvalidInputError('Reauthentication requires the user to have an email or a phone number');
    }
    if (user.emailConfirmedAt == null) {
      throw new DomainError('invalid', 'email_not_confirmed', 'Please verify your email first.');
    }
    await this.emailRateLimit.count('reauthentication', user.email);
    await this.database.transaction(async () => {
      const locked = await this.users.lockById(userId);
      if (!locked) throw new UserDeletedError();
      locked.reauthenticationSentAt = this.clock.now();
      await this.outbox.emit(userReauthenticationRequested, { userId });
      await this.audit.record({
        actorId: userId,
        action: 'user.reauthentication_requested',
        subject: { type: 'user', id: userId },
      });
    });
  }

  private async requestBySms({ id: userId }: UserEntity, phone: string): Promise<void> {
    await this.sms.count('reauthentication', phone);
    await this.database.transaction(async () => {
      const locked = await this.users.lockById(userId);
      if (!locked) throw new UserDeletedError();
      locked.reauthenticationSentAt = this.clock.now();
      await this.sms.request({ userId, phone, purpose: 'reauthentication', channel: 'sms' });
      await this.audit.record({
        actorId: userId,
        action: 'user.reauthentication_requested',
        subject: { type: 'user', id: userId },
      });
    });
  }

  /** Call outside a transaction: a wrong guess must stay counted. Throws `reauthentication_not_valid`. */
  async find({ id, email, phone }: UserEntity, nonce: string): Promise<FoundNonce> {
    try {
      return await this.codeLookup.findOf([id], email ?? phone ?? '', nonce, ['reauthentication']);
    } catch (error) {
      throw error instanceof OtpExpiredError ? new ReauthenticationInvalidError() : error;
    }
  }
}
