import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { RateLimitedError } from '../../../platform/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { userSmsRequested, type SmsRequestedPayload } from '../core/events.js';
import { SmsRateLimitError, SmsProviderNotConfiguredError } from './phone-errors.js';
import { SmsCodes } from './sms-codes.js';

const PER_HOUR: Limit = { name: 'auth-sms', points: 10, seconds: 3600 };

/** Text messages with a code. */
@Injectable()
export class AuthSms {
  constructor(
    private readonly codes: SmsCodes,
    private readonly limits: RateLimits,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
  ) {}

  /**
   * Counts a message that will be sent. Call it first and outside a transaction. Throws `over_sms_send_rate_limit`, and
   * `sms_send_failed` if no SMS provider is configured.
   */
  async count(kind: SmsRequestedPayload['purpose'], phone: string): Promise<void> {
    this.assertProvider(phone);
    await this.countRequest(kind, phone);
  }

  /** Throws `sms_send_failed` if no SMS provider is configured. */
  assertProvider(phone: string): void {
    const { twilio, testCodes } = this.settings.auth.sms;
    if (!twilio && !testCodes.has(phone)) throw new SmsProviderNotConfiguredError();
  }

  /** Counts a request toward the rate limits, for known and unknown numbers alike. Throws `over_sms_send_rate_limit`. */
  async countRequest(kind: SmsRequestedPayload['purpose'], phone: string): Promise<void> {
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
    else await this.codes.store(requested, testCode);
  }
}
