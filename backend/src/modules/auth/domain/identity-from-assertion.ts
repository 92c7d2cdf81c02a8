import { isEmailAddress, normalizeEmail } from './email-address.js';
import type { ExternalIdentity } from './external-identity.js';
import { parsePersonName } from './person-name.js';
import { AssertionWithoutEmailError, AssertionWithoutNameIdError } from './sso-errors.js';
import { ssoProviderName, type Assertion, type SsoProvider } from './sso-provider.js';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const MAX_LENGTH = 500;
/** What identity providers call an address, when no mapping says otherwise. */
const ADDRESSES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'email',
  'mail',
  'Email',
  'emailAddress',
];
const NAMES = [
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'displayName',
  'name',
  'cn',
];

/**
 * Whom an identity provider's assertion is about. Its word counts for addresses of its own domains; any other address is unverified.
 * Throws `saml_assertion_no_user_id` for an id that is another one next time, `saml_assertion_no_email`.
 */
export function identityFromAssertion(
  provider: Pick<SsoProvider, 'id' | 'entityId' | 'attributeMapping' | 'domains'>,
  { nameId, nameIdFormat, attributes }: Assertion,
): ExternalIdentity {
  if (!isUsable(nameId) || nameIdFormat === TRANSIENT) throw new AssertionWithoutNameIdError();
  const { attributeMapping: mapping } = provider;
  const email = [first(attributes, mapping.email, ADDRESSES), nameId].find(
    (candidate) => candidate !== undefined && isEmailAddress(candidate),
  );
  if (email === undefined) throw new AssertionWithoutEmailError();
  const address = email.trim();
  const name = parsePersonName(first(attributes, mapping.name ?? mapping.full_name, NAMES) ?? '');
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

function first(
  attributes: Readonly<Record<string, unknown>>,
  mapped: string | undefined,
  usual: readonly string[],
): string | undefined {
  return (mapped === undefined ? usual : [mapped])
    .map((name) => [attributes[name]].flat()[0])
    .find((value): value is string => typeof value === 'string' && isUsable(value));
}

function isUsable(value: string): boolean {
  return value !== '' && value.length <= MAX_LENGTH && value.isWellFormed() && !value.includes('\0');
}
