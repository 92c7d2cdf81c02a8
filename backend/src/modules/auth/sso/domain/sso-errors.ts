import { DomainError } from '../../../../platform/domain-error.js';
import { FlowNotFoundError, type FlowTarget } from '../../oauth/domain/flow-not-found-error.js';

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

/** The relay state is unknown, already used, expired, or was issued to another browser. */
export class RelayStateNotFoundError extends FlowNotFoundError {
  constructor(target?: FlowTarget) {
    super(
      'saml_relay_state_not_found',
      'SAML RelayState is unknown, expired, or belongs to another browser',
      target,
    );
  }
}

export class MetadataFetchError extends DomainError {
  constructor(cause?: unknown) {
    super('malformed', 'saml_metadata_fetch_failed', 'Could not fetch the metadata from metadata_url', {
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

/** The metadata belongs to another identity provider, which could then sign in as the users of the first. */
export class EntityIdMismatchError extends DomainError {
  constructor() {
    super(
      'malformed',
      'saml_entity_id_mismatch',
      'SAML Metadata can be updated only if the EntityID matches',
    );
  }
}

export class MissingAssertionNameIdError extends DomainError {
  constructor() {
    super(
      'malformed',
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier',
    );
  }
}

export class MissingAssertionEmailError extends DomainError {
  constructor() {
    super('malformed', 'saml_assertion_no_email', 'SAML Assertion does not contain an email address');
  }
}
