import type {
  CustomProviderUpdate,
  NewCustomProvider,
} from '../../application/providers/manage-custom-providers.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import { UNMAPPABLE } from '../../domain/claim-mapping.js';
import {
  CUSTOM_PROVIDER_TYPES,
  isCustomIdentifier,
  type CustomProvider,
  type CustomProviderType,
} from '../../domain/custom-provider.js';
import { outgoingSchemes } from '../../domain/outgoing-addresses.js';
import type { CustomProviderDocument } from './custom-provider-documents.js';
import { isShortText, namedTexts } from './named-attributes.js';
import { RESERVED_PARAMETERS, SCOPE } from './provider-input.js';
import { text, type WireInput } from './wire-input.js';

const MAX_ITEMS = 50;
const MAX_URL_LENGTH = 2000;
const MAX_SECRET_LENGTH = 4000;

/** The fields by which the operator's server describes a new provider, judged; every error names its field. */
export function newCustomProvider(fields: WireInput, siteUrl: string): NewCustomProvider {
  const providerType = providerTypeOf(fields.provider_type, 'provider_type');
  if (providerType === undefined) throw missing('provider_type');
  const identifier = shortText(fields, 'identifier') ?? '';
  if (!isCustomIdentifier(identifier)) {
    throw new InvalidInputError(
      'identifier must be `custom:` and a name of at most 49 small letters, digits, - and _, e.g. custom:acme',
    );
  }
  const change = customProviderChange(fields, siteUrl);
  const { name, clientId, clientSecret } = change;
  if (name === undefined) throw missing('name');
  if (clientId === undefined) throw missing('client_id');
  if (clientSecret === undefined) throw missing('client_secret');
  return { ...change, providerType, identifier, name, clientId, clientSecret };
}

/** The same of a provider that is there: what is absent or null is not spoken of. */
export function customProviderChange(fields: WireInput, siteUrl: string): CustomProviderUpdate {
  const address = (field: string) => webAddress(fields, field, siteUrl);
  const change: { [Field in keyof CustomProviderUpdate]: CustomProviderUpdate[Field] | undefined } = {
    name: shortText(fields, 'name'),
    clientId: shortText(fields, 'client_id'),
    clientSecret: secret(fields),
    acceptableClientIds: texts(fields, 'acceptable_client_ids'),
    scopes: scopeList(fields),
    pkceEnabled: truth(fields, 'pkce_enabled'),
    attributeMapping: mapping(fields),
    customClaimsAllowlist: texts(fields, 'custom_claims_allowlist'),
    authorizationParams: parameters(fields),
    enabled: truth(fields, 'enabled'),
    emailOptional: truth(fields, 'email_optional'),
    issuer: issuer(fields, siteUrl),
    discoveryUrl: address('discovery_url'),
    skipNonceCheck: truth(fields, 'skip_nonce_check'),
    authorizationUrl: address('authorization_url'),
    tokenUrl: address('token_url'),
    userinfoUrl: address('userinfo_url'),
    jwksUri: address('jwks_uri'),
  };
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as CustomProviderUpdate;
}

/** Of a query or a body; undefined when none came. */
export function providerTypeOf(value: unknown, field: string): CustomProviderType | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const known = CUSTOM_PROVIDER_TYPES.find((type) => type === value);
  if (!known) throw new InvalidInputError(`${field} must be either 'oauth2' or 'oidc'`);
  return known;
}

/** Its secret is never told. */
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

function shortText(fields: WireInput, field: string): string | undefined {
  const value = text(fields, field)?.trim();
  if (value !== undefined && (value === '' || !isShortText(value))) {
    throw new InvalidInputError(`${field} must be a text of at most 500 characters`);
  }
  return value;
}

function secret(fields: WireInput): string | undefined {
  const value = text(fields, 'client_secret');
  if (value !== undefined && value.length > MAX_SECRET_LENGTH) {
    throw new InvalidInputError(`client_secret must have at most ${MAX_SECRET_LENGTH} characters`);
  }
  return value;
}

function truth(fields: WireInput, field: string): boolean | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new InvalidInputError(`${field} must be true or false`);
  return value;
}

function texts(fields: WireInput, field: string): string[] | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  const good =
    Array.isArray(value) &&
    value.length <= MAX_ITEMS &&
    value.every((item) => isShortText(item) && item !== '');
  if (!good) throw new InvalidInputError(`${field} must be a list of at most ${MAX_ITEMS} texts`);
  return [...new Set(value as string[])];
}

function scopeList(fields: WireInput): string[] | undefined {
  const requested = texts(fields, 'scopes');
  if (requested?.some((scope) => !SCOPE.test(scope))) {
    throw new InvalidInputError('scopes must be a list of scopes, each without spaces');
  }
  return requested;
}

function mapping(fields: WireInput): Record<string, string> | undefined {
  const requested = namedTexts(fields.attribute_mapping, 'attribute_mapping');
  const protectedOne = Object.keys(requested ?? {}).find((name) => UNMAPPABLE.includes(name));
  if (protectedOne !== undefined) {
    throw new InvalidInputError(`attribute_mapping: ${protectedOne} is never read from another claim`);
  }
  return requested;
}

function parameters(fields: WireInput): Record<string, string> | undefined {
  const requested = namedTexts(fields.authorization_params, 'authorization_params');
  const reserved = Object.keys(requested ?? {}).find((name) => RESERVED_PARAMETERS.includes(name));
  if (reserved !== undefined) {
    throw new InvalidInputError(`authorization_params: ${reserved} has a meaning in OAuth already`);
  }
  return requested;
}

function webAddress(fields: WireInput, field: string, siteUrl: string): string | undefined {
  const value = text(fields, field);
  if (value === undefined) return undefined;
  const url = value.length <= MAX_URL_LENGTH ? URL.parse(value) : null;
  const good =
    url !== null &&
    outgoingSchemes(siteUrl).includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '';
  if (!good) throw new InvalidInputError(`${field} must be an https address without a user or a fragment`);
  return value;
}

/** An issuer is compared email by email, and its document is found below it. */
function issuer(fields: WireInput, siteUrl: string): string | undefined {
  const value = webAddress(fields, 'issuer', siteUrl);
  if (value?.includes('/.well-known/') || value?.includes('?')) {
    throw new InvalidInputError('issuer must be the issuer, not the address of its document');
  }
  return value;
}
