import { DomainError, RateLimitedError } from '../../../platform/domain-error.js';

export class PhoneExistsError extends DomainError {
  constructor() {
    super('invalid', 'phone_exists', 'A user with this phone number has already been registered');
  }
}

/** Too many text messages of one kind to one number. Applies to unknown numbers too, so that they can't be told apart. */
export class SmsRateLimitError extends RateLimitedError {
  override readonly code = 'over_sms_send_rate_limit';

  constructor(seconds: number) {
    super(seconds, `For security purposes, you can only request this after ${seconds} seconds.`);
  }
}

export class SmsProviderNotConfiguredError extends DomainError {
  constructor() {
    super('invalid', 'sms_send_failed', 'Text messages are not configured on this server');
  }
}
