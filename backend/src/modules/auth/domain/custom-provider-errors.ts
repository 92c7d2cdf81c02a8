import { DomainError } from '../../../platform/errors/domain-error.js';

export class CustomProviderNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'custom_provider_not_found', 'Custom OAuth provider not found');
  }
}

/** Another provider has the name, here or in the settings. */
export class CustomProviderExistsError extends DomainError {
  constructor() {
    super('malformed', 'conflict', 'identifier: a provider with this identifier already exists');
  }
}

/** Someone else wrote the provider while this change was being judged; a retry is safe. */
export class CustomProviderConflictError extends DomainError {
  constructor() {
    super('conflict', 'conflict', 'The provider was changed meanwhile. Please read it and try again.');
  }
}

export class TooManyCustomProvidersError extends DomainError {
  constructor() {
    super('invalid', 'over_custom_provider_quota', 'Maximum number of custom OAuth/OIDC providers reached');
  }
}
