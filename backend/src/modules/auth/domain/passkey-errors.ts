import { DomainError } from '../../../platform/errors/domain-error.js';

export class TooManyPasskeysError extends DomainError {
  constructor() {
    super('invalid', 'too_many_passkeys', 'Maximum number of passkeys reached, remove one to continue');
  }
}

/** Unknown, used before, or another account's. */
export class PasskeyChallengeNotFoundError extends DomainError {
  constructor() {
    super('malformed', 'webauthn_challenge_not_found', 'Challenge not found, or used before');
  }
}

export class PasskeyChallengeExpiredError extends DomainError {
  constructor() {
    super('malformed', 'webauthn_challenge_expired', 'Challenge has expired, ask for another one');
  }
}

/** One answer for a key that is unknown, belongs to no one any more, or did not sign rightly. */
export class PasskeyRejectedError extends DomainError {
  constructor() {
    super('malformed', 'webauthn_verification_failed', 'The passkey could not be verified');
  }
}

export class PasskeyExistsError extends DomainError {
  constructor() {
    super('invalid', 'webauthn_credential_exists', 'This passkey is registered already');
  }
}

export class PasskeyNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'webauthn_credential_not_found', 'Passkey not found');
  }
}
