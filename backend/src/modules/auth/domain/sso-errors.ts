import { DomainError } from '../../../platform/errors/domain-error.js';
import { FlowNotFoundError, type FlowTarget } from './flow-not-found-error.js';

export class SamlDisabledError extends DomainError {
  constructor() {
    super('not_found', 'saml_provider_disabled', 'SAML 2.0 is disabled');
  }
}

export class SsoProviderNotFoundError extends DomainError {
  constructor(message = 'No SSO provider assigned for this domain') {
    super('not_found', 'sso_provider_not_found', message);
  }
}

export class SsoProviderDisabledError extends DomainError {
  constructor() {
    super('not_found', 'sso_provider_disabled', 'This SSO provider is disabled');
  }
}

/** A relay state that no one was given, that came back before, that is too old, or that another browser was given. */
export class RelayStateNotFoundError extends FlowNotFoundError {
  constructor(end?: FlowTarget) {
    super('saml_relay_state_not_found', 'SAML RelayState is unknown, expired, or of another browser', end);
  }
}

export class MetadataFetchError extends DomainError {
  constructor(cause?: unknown) {
    super('malformed', 'saml_metadata_fetch_failed', 'The metadata could not be fetched from metadata_url', {
      cause,
    });
  }
}

export class SsoProviderExistsError extends DomainError {
  constructor() {
    super('invalid', 'saml_idp_already_exists', 'SAML Identity Provider with this EntityID already exists');
  }
}

export class SsoDomainExistsError extends DomainError {
  constructor(domain: string) {
    super(
      'invalid',
      'sso_domain_already_exists',
      `SSO Domain '${domain}' is already assigned to another provider`,
    );
  }
}

/** Metadata of another identity provider: people known by the first would be known by the second. */
export class EntityIdMismatchError extends DomainError {
  constructor() {
    super(
      'malformed',
      'saml_entity_id_mismatch',
      'SAML Metadata can be updated only if the EntityID matches',
    );
  }
}

export class AssertionWithoutNameIdError extends DomainError {
  constructor() {
    super(
      'malformed',
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier',
    );
  }
}

export class AssertionWithoutEmailError extends DomainError {
  constructor() {
    super('malformed', 'saml_assertion_no_email', 'SAML Assertion does not contain an email address');
  }
}

/** What people of an identity provider sign in with is the identity provider's. */
export class ManagedBySsoError extends DomainError {
  constructor() {
    super(
      'invalid',
      'user_sso_managed',
      'Updating email, phone or password of a SSO account only possible via SSO',
    );
  }
}
