import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { RateLimitedError } from '../../../../platform/errors/domain-error.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { RateLimits, type Limit } from '../../../../platform/security/rate-limits.js';
import { userSmsRequested, type SmsRequestedPayload } from '../../domain/events.js';
import { SmsRateLimitError, SmsProviderNotConfiguredError } from '../../domain/phone-errors.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { OneTimeCodes } from '../links/one-time-codes.js';
import { hashOfSecret, newSecret } from '../secrets.js';

/** Messages cost money and come at once; from the moment of sending. */
const CODE_SECONDS = 60;
const PER_HOUR: Limit = { name: 'auth-sms', points: 10, seconds: 3600 };

export interface SentCode extends SmsRequestedPayload {
  code: string;
}

/** Codes in text messages. They are asked for with the change they belong to, and made when the message is sent. */
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
   * Outside a transaction, before anything is done: known and unknown numbers alike. Throws `over_sms_send_rate_limit`, and
   * `sms_send_failed` where nothing can be sent.
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

  /** In the transaction of the wish. A number that the operator set aside for tests gets its code at once, and no message. */
  async request(requested: SmsRequestedPayload): Promise<void> {
    const testCode = this.settings.auth.sms.testCodes.get(requested.phone);
    if (testCode === undefined) await this.outbox.emit(userSmsRequested, requested);
    else await this.keep(requested, testCode);
  }

  /**
   * A code for a message that is about to be sent; earlier ones stay valid until they expire. Undefined when it is wanted no more:
   * the account is gone, or its number is another one by now.
   */
  async mint(requested: SmsRequestedPayload): Promise<string | undefined> {
    const user = await this.users.findById(requested.userId);
    if (!user) return undefined;
    const factors = requested.purpose === 'factor' ? await this.factors.findByUser(user) : [];
    const present = [user.phone, user.newPhone, ...factors.map(({ phone }) => phone)];
    if (!present.includes(requested.phone)) return undefined;
    const code = this.oneTimeCodes.create();
    await this.keep(requested, code);
    return code;
  }

  hash({ userId, phone }: Pick<SmsRequestedPayload, 'userId' | 'phone'>, code: string): Buffer {
    return this.oneTimeCodes.hash(userId, phone, code);
  }

  private async keep(requested: SmsRequestedPayload, code: string): Promise<void> {
    const { userId, phone, purpose, challengeId } = requested;
    const codeHash = this.hash(requested, code);
    if (purpose === 'factor') {
      if (challengeId !== undefined) await this.factors.setChallengeCode(challengeId, codeHash);
      return;
    }
    await this.tokens.insert({
      // No link stands beside the digits: no one knows the secret of this one.
      tokenHash: hashOfSecret(newSecret()),
      userId,
      purpose,
      recipient: phone,
      flowId: null,
      codeHash,
      now: this.clock.now(),
      expiresAt: this.clock.in(CODE_SECONDS),
    });
  }
}
