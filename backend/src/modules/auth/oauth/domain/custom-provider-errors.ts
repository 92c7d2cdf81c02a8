import { DomainError } from '../../../../platform/domain-error.js';

export class CustomProviderNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'custom_provider_not_found', 'Custom OAuth provider not found');
  }
}

/** The identifier is taken by another custom provider or by one from the settings. */
export class CustomProviderExistsError extends DomainError {
  constructor() {
    super('malformed', 'conflict', 'identifier is already used by another provider');
  }
}

/** The provider changed while this update was being validated; retrying is safe. */
export class CustomProviderConflictError extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'The provider was changed by another request. Fetch it and try again.');
  }
}

export class TooManyCustomProvidersError extends DomainError {
  constructor() {
    super('invalid', 'over_custom_provider_quota', 'Maximum number of custom OAuth/OIDC providers reached');
  }
}
