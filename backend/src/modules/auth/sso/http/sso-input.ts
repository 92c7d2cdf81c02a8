import { InvalidInputError } from '../../core/auth-errors.js';
import { normalizeEmail } from '../../core/email-and-phone.js';
import { isShortString, stringMap } from '../../protocol/string-map.js';
import { text, type AuthInput } from '../../protocol/auth-input.js';
import type { SsoProvider } from '../domain/sso-provider.js';
import type { SsoProviderInput } from '../manage-sso-providers.js';
import type { SsoProviderDocument } from './sso-documents.js';

const MAX_DOMAINS = 100;

/** Validates the fields of an SSO connection. */
export function ssoProviderInput(fields: AuthInput, { isNew }: { isNew: boolean }): SsoProviderInput {
  const type = text(fields, 'type');
  if ((isNew || type !== undefined) && type !== 'saml') {
    throw new InvalidInputError("Only 'saml' supported for SSO provider type");
  }
  return {
    metadataUrl: text(fields, 'metadata_url'),
    metadataXml: text(fields, 'metadata_xml'),
    domains: domains(fields.domains),
    attributeMapping: stringMap(fields.attribute_mapping, 'attribute_mapping'),
    nameIdFormat: nameIdFormat(fields),
    disabled: typeof fields.disabled === 'boolean' ? fields.disabled : undefined,
  };
}

export function ssoProviderResponse(provider: SsoProvider): SsoProviderDocument {
  const { id, disabled, entityId, metadataUrl, metadataXml, attributeMapping, nameIdFormat } = provider;
  return {
    id,
    disabled,
    saml: {
      entity_id: entityId,
      ...(metadataUrl === null ? {} : { metadata_url: metadataUrl }),
      metadata_xml: metadataXml,
      attribute_mapping: attributeMapping,
      ...(nameIdFormat === null ? {} : { name_id_format: nameIdFormat }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.createdAt.toISOString(),
    updated_at: provider.updatedAt.toISOString(),
  };
}

function domains(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > MAX_DOMAINS) {
    throw new InvalidInputError(`domains must be a list of at most ${MAX_DOMAINS} domains`);
  }
  return [...new Set(value.map(domain))];
}

/** Normalized in the same way as email addresses. */
function domain(value: unknown): string {
  const normalized = typeof value === 'string' ? normalizeEmail(`a@${value.trim()}`) : '';
  const [, ascii] = /^a@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/.exec(normalized) ?? [];
  if (ascii === undefined)
    throw new InvalidInputError('domains must be domain names such as company.example');
  return ascii;
}

function nameIdFormat(fields: AuthInput): string | undefined {
  const format = text(fields, 'name_id_format');
  if (format !== undefined && !isShortString(format))
    throw new InvalidInputError('name_id_format is too long');
  return format;
}
