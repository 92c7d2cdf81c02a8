import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { RateLimitedError } from '../../../platform/errors/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { userSmsRequested, type SmsRequestedPayload } from '../core/events.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { OneTimeCodes } from '../one-time-tokens/one-time-codes.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { SmsRateLimitError, SmsProviderNotConfiguredError } from './phone-errors.js';

/** Counted from sending. Short, because text messages arrive almost immediately. */
const CODE_SECONDS = 60;
const PER_HOUR: Limit = { name: 'auth-sms', points: 10, seconds: 3600 };

/** Codes sent by text message. Requested in the transaction of the change they belong to, generated when the message is sent. */
@Injectable()
export class SmsCodes {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly factors: FactorsRepository,
    private readonly oneTimeCodes: OneTimeCodes,
    private readonly limits: RateLimits,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a message toward the rate limits, for known and unknown numbers alike. Call it first and outside a transaction. Throws
   * `over_sms_send_rate_limit`, and `sms_send_failed` if no SMS provider is configured.
   */
  async count(kind: SmsRequestedPayload['purpose'], phone: string): Promise<void> {
    const { twilio, testCodes } = this.settings.auth.sms;
    if (!twilio && !testCodes.has(phone)) throw new SmsProviderNotConfiguredError();
    const seconds = this.settings.auth.sendIntervalSeconds;
    try {
      if (seconds > 0) await this.limits.count({ name: `auth-sms:${kind}`, points: 1, seconds }, phone);
      await this.limits.count(PER_HOUR, phone);
    } catch (error) {
      if (error instanceof RateLimitedError) throw new SmsRateLimitError(error.retryAfterSeconds ?? seconds);
      throw error;
    }
  }

  /** Call inside the transaction that makes the change. A configured test number gets its fixed code and no message. */
  async request(requested: SmsRequestedPayload): Promise<void> {
    const testCode = this.settings.auth.sms.testCodes.get(requested.phone);
    if (testCode === undefined) await this.outbox.emit(userSmsRequested, requested);
    else await this.storeCode(requested, testCode);
  }

  /**
   * Generates the code for a message that is about to be sent; earlier codes stay valid until they expire. Undefined if the user
   * has been deleted or no longer has the number.
   */
  async mint(requested: SmsRequestedPayload): Promise<string | undefined> {
    const user = await this.users.findById(requested.userId);
    if (!user) return undefined;
    const factors = requested.purpose === 'factor' ? await this.factors.findByUser(user) : [];
    const currentPhones = [user.phone, user.newPhone, ...factors.map(({ phone }) => phone)];
    if (!currentPhones.includes(requested.phone)) return undefined;
    const code = this.oneTimeCodes.create();
    await this.storeCode(requested, code);
    return code;
  }

  hash({ userId, phone }: Pick<SmsRequestedPayload, 'userId' | 'phone'>, code: string): Buffer {
    return this.oneTimeCodes.hash(userId, phone, code);
  }

  private async storeCode(requested: SmsRequestedPayload, code: string): Promise<void> {
    const { userId, phone, purpose, challengeId } = requested;
    const codeHash = this.hash(requested, code);
    if (purpose === 'factor') {
      if (challengeId !== undefined) await this.factors.setChallengeCode(challengeId, codeHash);
      return;
    }
    await this.tokens.insert({
      // The token needs a hash, but a text message has no link: this secret is never given out.
      tokenHash: hashSecret(newSecret()),
      userId,
      purpose,
      recipient: phone,
      flowId: null,
      codeHash,
      createdAt: this.clock.now(),
      expiresAt: this.clock.in(CODE_SECONDS),
    });
  }
}
