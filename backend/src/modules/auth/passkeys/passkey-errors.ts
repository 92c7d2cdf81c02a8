import { DomainError } from '../../../platform/domain-error.js';

export class TooManyPasskeysError extends DomainError {
  constructor() {
    super('invalid', 'too_many_passkeys', 'Maximum number of passkeys reached, remove one to continue');
  }
}

/** The challenge is unknown, already used, or belongs to another user. */
export class PasskeyChallengeNotFoundError extends DomainError {
  constructor() {
    super('malformed', 'webauthn_challenge_not_found', 'Challenge not found or already used');
  }
}

export class PasskeyChallengeExpiredError extends DomainError {
  constructor() {
    super('malformed', 'webauthn_challenge_expired', 'Challenge has expired. Request a new one.');
  }
}

/** The same for an unknown credential, a deleted user and an invalid signature. */
export class PasskeyRejectedError extends DomainError {
  constructor() {
    super('malformed', 'webauthn_verification_failed', 'The passkey could not be verified');
  }
}

export class PasskeyExistsError extends DomainError {
  constructor() {
    super('invalid', 'webauthn_credential_exists', 'This passkey is already registered');
  }
}

export class PasskeyNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'webauthn_credential_not_found', 'Passkey not found');
  }
}
