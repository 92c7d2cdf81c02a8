import { DomainError, RateLimitedError } from '../../../platform/errors/domain-error.js';

export class PhoneExistsError extends DomainError {
  constructor() {
    super('invalid', 'phone_exists', 'A user with this phone number has already been registered');
  }
}

export class PhoneNotConfirmedError extends DomainError {
  constructor() {
    super('malformed', 'phone_not_confirmed', 'Phone not confirmed');
  }
}

/** Two text messages of a kind to one number must lie some time apart, whether the number is known or not. */
export class SmsRateLimitError extends RateLimitedError {
  override readonly code = 'over_sms_send_rate_limit';

  constructor(seconds: number) {
    super(seconds, `For security purposes, you can only request this after ${seconds} seconds.`);
  }
}

/** The operator has named no provider of text messages. */
export class SmsProviderNotConfiguredError extends DomainError {
  constructor() {
    super('invalid', 'sms_send_failed', 'Text messages cannot be sent from here');
  }
}
