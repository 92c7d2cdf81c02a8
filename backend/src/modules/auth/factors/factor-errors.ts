import { DomainError } from '../../../platform/domain-error.js';

export class FactorNotFoundError extends DomainError {
  constructor(message = 'Factor not found') {
    super('not_found', 'mfa_factor_not_found', message);
  }
}

export class FactorNameConflictError extends DomainError {
  constructor() {
    super(
      'invalid',
      'mfa_factor_name_conflict',
      'A factor with this friendly name for this user already exists',
    );
  }
}

export class FactorExistsError extends DomainError {
  constructor(message = 'A verified phone factor already exists for this number') {
    super('invalid', 'mfa_verified_factor_exists', message);
  }
}

/** Recovery codes stand in for another factor; on their own, they would be just a second password. */
export class RecoveryCodesLastFactorError extends DomainError {
  constructor() {
    super(
      'invalid',
      'mfa_recovery_codes_sole_factor',
      'Recovery codes require another verified factor. Enroll one first.',
    );
  }
}

export class TooManyFactorsError extends DomainError {
  constructor() {
    super(
      'invalid',
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
}

export class ChallengeExpiredError extends DomainError {
  constructor() {
    super('invalid', 'mfa_challenge_expired', 'MFA challenge has expired, verify against another challenge');
  }
}

export class ChallengeIpMismatchError extends DomainError {
  constructor() {
    super('invalid', 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
}

export class InvalidFactorCodeError extends DomainError {
  constructor(message = 'Invalid TOTP code entered') {
    super('invalid', 'mfa_verification_failed', message);
  }
}

/** The user has a verified factor, but the session is still `aal1`. */
export class InsufficientAalError extends DomainError {
  constructor(kind: 'unauthenticated' | 'forbidden' | 'invalid') {
    super(kind, 'insufficient_aal', 'AAL2 required: complete multi-factor authentication first');
  }
}

/** MFA is required for staff, and this staff member has no verified factor. */
export class MfaEnrollmentRequiredError extends DomainError {
  constructor() {
    super(
      'forbidden',
      'mfa_enrollment_required',
      'Set up two-factor authentication in your account security settings first.',
    );
  }
}
