import { DomainError } from '../../../platform/errors/domain-error.js';
import { FlowNotFoundError, type FlowTarget } from './flow-not-found-error.js';

/** A state that no one was given, that came back before, that is too old, or that another browser was given. */
export class BadStateError extends FlowNotFoundError {
  constructor(end?: FlowTarget) {
    super('bad_oauth_state', 'OAuth state is unknown, expired, or of another browser', end);
  }
}

/** The provider's answer is not what it should be. */
export class BadCallbackError extends DomainError {
  constructor(message: string, cause?: unknown) {
    super('malformed', 'bad_oauth_callback', message, { cause });
  }
}

/** The person who came back did not agree, or may not. */
export class AccessDeniedError extends DomainError {
  constructor() {
    super('forbidden', 'bad_oauth_callback', 'The sign-in was declined at the provider');
  }
}

/** The provider does not vouch for the address, and its owner was asked by email. */
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
    super('invalid', 'email_address_not_provided', `${provider} gave no email address for this account`);
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

/** The last way by which an account is known stays. */
export class LastIdentityError extends DomainError {
  constructor() {
    super('invalid', 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
  }
}

/** The address of the account is no external account: it is changed, never unlinked. */
export class EmailIdentityError extends DomainError {
  constructor() {
    super(
      'invalid',
      'email_conflict_identity_not_deletable',
      'The address of the account cannot be unlinked, only changed',
    );
  }
}

export class LinkingDisabledError extends DomainError {
  constructor() {
    super('not_found', 'manual_linking_disabled', 'Manual linking is disabled');
  }
}

/** An error in OAuth's own shape: `error` and `error_description`, always with status 400. */
export class InvalidGrantError extends DomainError {
  constructor(
    readonly oauthError: 'invalid_grant' | 'invalid_request' | 'invalid nonce',
    description: string,
    cause?: unknown,
  ) {
    super('malformed', 'validation_failed', description, { cause });
  }
}
