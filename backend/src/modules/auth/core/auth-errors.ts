import { DomainError, RateLimitedError } from '../../../platform/domain-error.js';

/** Invalid request input; `validation_failed` on the wire. */
export class InvalidInputError extends DomainError {
  constructor(message: string) {
    super('malformed', 'validation_failed', message);
  }
}

export type WeaknessReason = 'length' | 'characters' | 'pwned';

/** `details.reasons` lists the rules that the password breaks. */
export class WeakPasswordError extends DomainError {
  constructor(
    readonly reasons: readonly WeaknessReason[],
    message: string,
  ) {
    super('invalid', 'weak_password', message, { details: { reasons } });
  }
}

/** The same for an unknown address, a user without a password and a wrong password, so that addresses can't be enumerated. */
export class InvalidCredentialsError extends DomainError {
  constructor() {
    super('malformed', 'invalid_credentials', 'Invalid login credentials');
  }
}

export class EmailNotConfirmedError extends DomainError {
  constructor() {
    super('malformed', 'email_not_confirmed', 'Email not confirmed');
  }
}

export class UserBannedError extends DomainError {
  constructor(kind: 'malformed' | 'forbidden') {
    super(kind, 'user_banned', 'User is banned');
  }
}

export class UserAlreadyExistsError extends DomainError {
  constructor() {
    super('invalid', 'user_already_exists', 'User already registered');
  }
}

export class SamePasswordError extends DomainError {
  constructor() {
    super('invalid', 'same_password', 'New password should be different from the old password.');
  }
}

export class EmailExistsError extends DomainError {
  constructor() {
    super('invalid', 'email_exists', 'A user with this email address has already been registered');
  }
}

export class CurrentPasswordRequiredError extends DomainError {
  constructor() {
    super('malformed', 'current_password_required', 'Current password required when setting new password.');
  }
}

export class CurrentPasswordInvalidError extends DomainError {
  constructor() {
    super('malformed', 'current_password_invalid', 'Current password is wrong.');
  }
}

export class ReauthenticationNeededError extends DomainError {
  constructor() {
    super('malformed', 'reauthentication_needed', 'Password update requires reauthentication');
  }
}

export class ReauthenticationInvalidError extends DomainError {
  constructor() {
    super('invalid', 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
}

export class UserNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'user_not_found', 'User not found');
  }
}

export class NotAdminError extends DomainError {
  constructor() {
    super('forbidden', 'not_admin', 'User not allowed');
  }
}

/** The same for a link that is unknown, used, expired, revoked or issued for another address. */
export class OtpExpiredError extends DomainError {
  constructor(message = 'Email link is invalid or has expired') {
    super('forbidden', 'otp_expired', message);
  }
}

/** A sign-in method or feature that is disabled in this installation. */
export class FeatureDisabledError extends DomainError {}

export class SignUpDisabledError extends FeatureDisabledError {
  constructor() {
    super('invalid', 'signup_disabled', 'Signups not allowed for this instance');
  }
}

/** Too many emails of one kind to one address. Applies to unknown addresses too, so that they can't be told apart. */
export class EmailRateLimitError extends RateLimitedError {
  override readonly code = 'over_email_send_rate_limit';

  constructor(seconds: number) {
    super(seconds, `For security purposes, you can only request this after ${seconds} seconds.`);
  }
}

/** SSO users have no credentials here; their identity provider manages them. */
export class ManagedBySsoError extends DomainError {
  constructor() {
    super(
      'invalid',
      'user_sso_managed',
      'The email, phone and password of an SSO user can only be changed at their identity provider',
    );
  }
}

export class PhoneNotConfirmedError extends DomainError {
  constructor() {
    super('malformed', 'phone_not_confirmed', 'Phone not confirmed');
  }
}

/** Sent in OAuth's error format, `error` and `error_description`, always with status 400. */
export class InvalidGrantError extends DomainError {
  constructor(
    readonly oauthError: 'invalid_grant' | 'invalid_request' | 'invalid nonce',
    description: string,
    cause?: unknown,
  ) {
    super('malformed', 'validation_failed', description, { cause });
  }
}
