import { DomainError } from '../../../../platform/domain-error.js';
import { FlowNotFoundError, type FlowTarget } from './flow-not-found-error.js';

/** The state is unknown, already used, expired, or was issued to another browser. */
export class BadStateError extends FlowNotFoundError {
  constructor(target?: FlowTarget) {
    super('bad_oauth_state', 'OAuth state is unknown, expired, or belongs to another browser', target);
  }
}

/** The provider's callback or token response is invalid. */
export class BadCallbackError extends DomainError {
  constructor(message: string, cause?: unknown) {
    super('malformed', 'bad_oauth_callback', message, { cause });
  }
}

/** The user declined, or the provider denied access. */
export class AccessDeniedError extends DomainError {
  constructor() {
    super('forbidden', 'bad_oauth_callback', 'The sign-in was declined at the provider');
  }
}

/** The provider has not verified the address, so a confirmation email was sent to it. */
export class EmailNotVerifiedError extends DomainError {
  constructor(provider: string) {
    super(
      'invalid',
      'provider_email_needs_verification',
      `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
    );
  }
}

export class EmailMissingError extends DomainError {
  constructor(provider: string) {
    super(
      'invalid',
      'email_address_not_provided',
      `${provider} did not provide an email address for this account`,
    );
  }
}

export class IdentityExistsError extends DomainError {
  constructor(message: string) {
    super('invalid', 'identity_already_exists', message);
  }
}

export class IdentityNotFoundError extends DomainError {
  constructor() {
    super('invalid', 'identity_not_found', "Identity doesn't exist");
  }
}

/** Without any identity the user could no longer be resolved. */
export class LastIdentityError extends DomainError {
  constructor() {
    super('invalid', 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
  }
}

/** The email identity follows the user's address: it can be changed but not unlinked. */
export class EmailIdentityError extends DomainError {
  constructor() {
    super(
      'invalid',
      'email_conflict_identity_not_deletable',
      "The account's email address cannot be unlinked. Change it instead.",
    );
  }
}

export class LinkingDisabledError extends DomainError {
  constructor() {
    super('not_found', 'manual_linking_disabled', 'Manual linking is disabled');
  }
}
