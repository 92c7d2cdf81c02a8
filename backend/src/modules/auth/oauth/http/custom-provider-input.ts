import { InvalidInputError } from '../../core/auth-errors.js';
import { outboundSchemes } from '../../core/outbound-urls.js';
import { isShortString, stringMap } from '../../protocol/string-map.js';
import { text, type AuthInput } from '../../protocol/auth-input.js';
import { PROTECTED_CLAIMS } from '../domain/claim-mapping.js';
import {
  CUSTOM_PROVIDER_TYPES,
  isCustomIdentifier,
  type CustomProvider,
  type CustomProviderType,
} from '../domain/custom-provider.js';
import type { CustomProviderUpdate, NewCustomProvider } from '../manage-custom-providers.js';
import type { CustomProviderDocument } from './custom-provider-documents.js';
import { RESERVED_PARAMETERS, SCOPE } from './provider-input.js';

const MAX_ITEMS = 50;
const MAX_URL_LENGTH = 2000;
const MAX_SECRET_LENGTH = 4000;

/** Validates the fields of a new provider. Every error names its field. */
export function newCustomProvider(fields: AuthInput, siteUrl: string): NewCustomProvider {
  const providerType = parseProviderType(fields.provider_type, 'provider_type');
  if (providerType === undefined) throw missing('provider_type');
  const identifier = shortText(fields, 'identifier') ?? '';
  if (!isCustomIdentifier(identifier)) {
    throw new InvalidInputError(
      'identifier must be `custom:` followed by up to 49 lowercase letters, digits, `-`, `_` or `:`, e.g. custom:acme',
    );
  }
  const change = customProviderChange(fields, siteUrl);
  const { name, clientId, clientSecret } = change;
  if (name === undefined) throw missing('name');
  if (clientId === undefined) throw missing('client_id');
  if (clientSecret === undefined) throw missing('client_secret');
  return { ...change, providerType, identifier, name, clientId, clientSecret };
}

/** Validates the changes to an existing provider. Fields that are absent or null are omitted. */
export function customProviderChange(fields: AuthInput, siteUrl: string): CustomProviderUpdate {
  const url = (field: string) => outboundUrl(fields, field, siteUrl);
  const change: { [Field in keyof CustomProviderUpdate]: CustomProviderUpdate[Field] | undefined } = {
    name: shortText(fields, 'name'),
    clientId: shortText(fields, 'client_id'),
    clientSecret: clientSecret(fields),
    acceptableClientIds: stringList(fields, 'acceptable_client_ids'),
    scopes: scopeList(fields),
    pkceEnabled: optionalBoolean(fields, 'pkce_enabled'),
    attributeMapping: attributeMapping(fields),
    customClaimsAllowlist: stringList(fields, 'custom_claims_allowlist'),
    authorizationParams: authorizationParams(fields),
    enabled: optionalBoolean(fields, 'enabled'),
    emailOptional: optionalBoolean(fields, 'email_optional'),
    issuer: issuer(fields, siteUrl),
    discoveryUrl: url('discovery_url'),
    skipNonceCheck: optionalBoolean(fields, 'skip_nonce_check'),
    authorizationUrl: url('authorization_url'),
    tokenUrl: url('token_url'),
    userinfoUrl: url('userinfo_url'),
    jwksUri: url('jwks_uri'),
  };
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as CustomProviderUpdate;
}

/** Parses a provider type from a query or body; undefined when absent. */
export function parseProviderType(value: unknown, field: string): CustomProviderType | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const known = CUSTOM_PROVIDER_TYPES.find((type) => type === value);
  if (!known) throw new InvalidInputError(`${field} must be either 'oauth2' or 'oidc'`);
  return known;
}

/** Never includes the client secret. */
export function customProviderResponse(provider: CustomProvider): CustomProviderDocument {
  const response = {
    id: provider.id,
    provider_type: provider.providerType,
    identifier: provider.identifier,
    name: provider.name,
    client_id: provider.clientId,
    acceptable_client_ids: [...provider.acceptableClientIds],
    scopes: [...provider.scopes],
    pkce_enabled: provider.pkceEnabled,
    attribute_mapping: provider.attributeMapping,
    custom_claims_allowlist: [...provider.customClaimsAllowlist],
    authorization_params: provider.authorizationParams,
    enabled: provider.enabled,
    email_optional: provider.emailOptional,
    issuer: provider.issuer,
    discovery_url: provider.discoveryUrl,
    skip_nonce_check: provider.skipNonceCheck,
    discovery_document: provider.discoveryDocument,
    authorization_url: provider.authorizationUrl,
    token_url: provider.tokenUrl,
    userinfo_url: provider.userinfoUrl,
    jwks_uri: provider.jwksUri,
    created_at: provider.createdAt.toISOString(),
    updated_at: provider.updatedAt.toISOString(),
  };
  return Object.fromEntries(
    Object.entries(response).filter(([, value]) => value !== null),
  ) as unknown as CustomProviderDocument;
}

function missing(field: string): InvalidInputError {
  return new InvalidInputError(`${field} is required`);
}

function shortText(fields: AuthInput, field: string): string | undefined {
  const value = text(fields, field)?.trim();
  if (value !== undefined && (value === '' || !isShortString(value))) {
    throw new InvalidInputError(`${field} must be a string of 1 to 500 characters`);
  }
  return value;
}

function clientSecret(fields: AuthInput): string | undefined {
  const value = text(fields, 'client_secret');
  if (value !== undefined && value.length > MAX_SECRET_LENGTH) {
    throw new InvalidInputError(`client_secret must be at most ${MAX_SECRET_LENGTH} characters`);
  }
  return value;
}

function optionalBoolean(fields: AuthInput, field: string): boolean | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new InvalidInputError(`${field} must be true or false`);
  return value;
}

function stringList(fields: AuthInput, field: string): string[] | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  const valid =
    Array.isArray(value) &&
    value.length <= MAX_ITEMS &&
    value.every((item) => isShortString(item) && item !== '');
  if (!valid) throw new InvalidInputError(`${field} must be a list of at most ${MAX_ITEMS} strings`);
  return [...new Set(value as string[])];
}

function scopeList(fields: AuthInput): string[] | undefined {
  const requested = stringList(fields, 'scopes');
  if (requested?.some((scope) => !SCOPE.test(scope))) {
    throw new InvalidInputError('scopes must be a list of valid OAuth scopes without spaces');
  }
  return requested;
}

function attributeMapping(fields: AuthInput): Record<string, string> | undefined {
  const requested = stringMap(fields.attribute_mapping, 'attribute_mapping');
  const protectedClaim = Object.keys(requested ?? {}).find((name) => PROTECTED_CLAIMS.includes(name));
  if (protectedClaim !== undefined) {
    throw new InvalidInputError(`attribute_mapping must not contain the protected claim ${protectedClaim}`);
  }
  return requested;
}

function authorizationParams(fields: AuthInput): Record<string, string> | undefined {
  const requested = stringMap(fields.authorization_params, 'authorization_params');
  const reserved = Object.keys(requested ?? {}).find((name) => RESERVED_PARAMETERS.includes(name));
  if (reserved !== undefined) {
    throw new InvalidInputError(`authorization_params must not contain the reserved parameter ${reserved}`);
  }
  return requested;
}

function outboundUrl(fields: AuthInput, field: string, siteUrl: string): string | undefined {
  const value = text(fields, field);
  if (value === undefined) return undefined;
  const url = value.length <= MAX_URL_LENGTH ? URL.parse(value) : null;
  const valid =
    url !== null &&
    outboundSchemes(siteUrl).includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '';
  if (!valid) throw new InvalidInputError(`${field} must be an HTTPS URL without credentials or a fragment`);
  return value;
}

/** Compared verbatim with the tokens' issuer, and used as the base URL of the discovery document. */
function issuer(fields: AuthInput, siteUrl: string): string | undefined {
  const value = outboundUrl(fields, 'issuer', siteUrl);
  if (value?.includes('/.well-known/') || value?.includes('?')) {
    throw new InvalidInputError('issuer must be the issuer itself, not the URL of its discovery document');
  }
  return value;
}
