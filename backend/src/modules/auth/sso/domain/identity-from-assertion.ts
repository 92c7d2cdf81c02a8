import { isEmailAddress, normalizeEmail } from '../../core/email-and-phone.js';
import { parsePersonName } from '../../core/user-metadata.js';
import type { ExternalIdentity } from '../../oauth/domain/external-identity.js';
import { ssoProviderName } from '../../oauth/domain/provider-names.js';
import { AssertionWithoutEmailError, AssertionWithoutNameIdError } from './sso-errors.js';
import { type Assertion, type SsoProvider } from './sso-provider.js';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const MAX_LENGTH = 500;
/** Attribute names for the email address that identity providers use by default. */
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
 * Builds an identity from a SAML assertion. Addresses count as verified only within the provider's own domains.
 * Throws `saml_assertion_no_user_id` without a persistent id, and `saml_assertion_no_email`.
 */
export function identityFromAssertion(
  provider: Pick<SsoProvider, 'id' | 'entityId' | 'attributeMapping' | 'domains'>,
  { nameId, nameIdFormat, attributes }: Assertion,
): ExternalIdentity {
  if (!isUsable(nameId) || nameIdFormat === TRANSIENT) throw new AssertionWithoutNameIdError();
  const { attributeMapping: mapping } = provider;
  const email = [firstValue(attributes, mapping.email, EMAIL_ATTRIBUTES), nameId].find(
    (candidate) => candidate !== undefined && isEmailAddress(candidate),
  );
  if (email === undefined) throw new AssertionWithoutEmailError();
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
  return value !== '' && value.length <= MAX_LENGTH && value.isWellFormed() && !value.includes('\0');
}
