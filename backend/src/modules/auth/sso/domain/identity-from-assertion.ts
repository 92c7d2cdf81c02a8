import { isEmailAddress, normalizeEmail } from '../../core/email-and-phone.js';
import { parsePersonName } from '../../core/user-metadata.js';
import type { ExternalIdentity } from '../../oauth/domain/external-identity.js';
import { ssoProviderName } from '../../oauth/domain/provider-names.js';
import { MissingAssertionEmailError, MissingAssertionNameIdError } from './sso-errors.js';
import { type Assertion, type SsoProvider } from './sso-provider.js';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const MAX_VALUE_LENGTH = 500;
/** The attributes in which identity providers send the email address by default. */
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'email',
  'mail',
  'Email',
  'emailAddress',
];
const NAME_ATTRIBUTES = [
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'displayName',
  'name',
  'cn',
];

/**
 * Builds an identity from a SAML assertion. The email counts as verified only if its domain belongs to the provider.
 * Throws `saml_assertion_no_user_id` if there is no persistent name ID, and `saml_assertion_no_email` if there is no email address.
 */
export function identityFromAssertion(
  provider: Pick<SsoProvider, 'id' | 'entityId' | 'attributeMapping' | 'domains'>,
  { nameId, nameIdFormat, attributes }: Assertion,
): ExternalIdentity {
  if (!isUsable(nameId) || nameIdFormat === TRANSIENT) throw new MissingAssertionNameIdError();
  const { attributeMapping: mapping } = provider;
  const email = [firstValue(attributes, mapping.email, EMAIL_ATTRIBUTES), nameId].find(
    (candidate) => candidate !== undefined && isEmailAddress(candidate),
  );
  if (email === undefined) throw new MissingAssertionEmailError();
  const address = email.trim();
  const name = parsePersonName(
    firstValue(attributes, mapping.name ?? mapping.full_name, NAME_ATTRIBUTES) ?? '',
  );
  const emailVerified = provider.domains.includes(normalizeEmail(address).split('@').at(-1) ?? '');
  const data = {
    iss: provider.entityId,
    sub: nameId,
    email: address,
    email_verified: emailVerified,
    phone_verified: false,
    ...(name === undefined ? {} : { name, full_name: name }),
  };
  return { provider: ssoProviderName(provider), subject: nameId, email: address, emailVerified, data };
}

function firstValue(
  attributes: Readonly<Record<string, unknown>>,
  mapped: string | undefined,
  defaults: readonly string[],
): string | undefined {
  return (mapped === undefined ? defaults : [mapped])
    .map((name) => [attributes[name]].flat()[0])
    .find((value): value is string => typeof value === 'string' && isUsable(value));
}

function isUsable(value: string): boolean {
  return value !== '' && value.length <= MAX_VALUE_LENGTH && value.isWellFormed() && !value.includes('\0');
}
