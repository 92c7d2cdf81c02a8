import { isEmailAddress } from '../../core/email-and-phone.js';
import { parsePersonName } from '../../core/user-metadata.js';
import { customClaims, mapClaims, type ClaimMapping, type Claims } from './claim-mapping.js';

/** A person's identity as verified by an external provider or a wallet. */
export interface ExternalIdentity {
  /** The provider's name on the wire. */
  provider: string;
  /** The provider's user id; never reassigned. */
  subject: string;
  email: string | null;
  /** Whether the provider verified that the address belongs to this person. */
  emailVerified: boolean;
  /** Sanitized: safe to store, display and embed in tokens. */
  data: Record<string, unknown>;
}

export type { Claims } from './claim-mapping.js';

const MAX_LENGTH = 500;
const DEFAULT_MAPPING: ClaimMapping = { attributeMapping: {}, customClaimsAllowlist: [] };

/**
 * Builds an identity from OpenID Connect claims, reduced to what may be stored; undefined without a usable id. An address counts as
 * verified only if the provider says so. Azure tenants let administrators set any address, so there only `xms_edov` (verified
 * domain owner) counts.
 */
export function identityFromClaims(
  provider: string,
  reported: Claims,
  mapping: ClaimMapping = DEFAULT_MAPPING,
): ExternalIdentity | undefined {
  const claims = mapClaims(reported, mapping);
  const subject = plainText(claims.sub);
  if (subject === undefined) return undefined;
  const email = parseEmail(claims.email);
  const verified = provider === 'azure' ? claims.xms_edov : claims.email_verified;
  const emailVerified = email !== null && isTrue(verified);
  return toIdentity({
    provider,
    subject,
    email,
    emailVerified,
    issuer: plainText(claims.iss),
    name: readName(claims),
    userName: plainText(claims.preferred_username) ?? plainText(claims.nickname),
    picture: httpsUrl(claims.picture),
    customClaims: customClaims(reported, mapping),
  });
}

/** Builds an identity from the profile and the email addresses that GitHub's API returns. */
export function identityFromGithub(
  issuer: string,
  profile: Claims,
  addresses: readonly Claims[],
): ExternalIdentity | undefined {
  const { id } = profile;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  const primaryAddress = addresses.find(({ primary }) => primary === true);
  const email = parseEmail(primaryAddress?.email);
  return toIdentity({
    provider: 'github',
    subject: String(id),
    email,
    emailVerified: email !== null && primaryAddress?.verified === true,
    issuer,
    name: personName(profile.name),
    userName: plainText(profile.login),
    picture: httpsUrl(profile.avatar_url),
  });
}

interface IdentityFields {
  provider: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  issuer: string | undefined;
  name: string | undefined;
  userName: string | undefined;
  picture: string | undefined;
  customClaims?: Claims | undefined;
}

function toIdentity(fields: IdentityFields): ExternalIdentity {
  const { provider, subject, email, emailVerified, issuer, name, userName, picture } = fields;
  const data = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    email: email ?? undefined,
    email_verified: emailVerified,
    phone_verified: false,
    name,
    full_name: name,
    user_name: userName,
    preferred_username: userName,
    picture,
    avatar_url: picture,
    custom_claims: fields.customClaims,
  };
  return {
    provider,
    subject,
    email,
    emailVerified,
    data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
  };
}

function readName({ name, given_name: given, family_name: family }: Claims): string | undefined {
  return personName(name) ?? personName([given, family].filter((part) => typeof part === 'string').join(' '));
}

/** Names appear in emails, so anything that is not a plain name (such as a link) is dropped. */
function personName(value: unknown): string | undefined {
  return typeof value === 'string' && value.isWellFormed() ? parsePersonName(value) : undefined;
}

function parseEmail(value: unknown): string | null {
  return typeof value === 'string' && isEmailAddress(value) ? value.trim() : null;
}

function plainText(value: unknown): string | undefined {
  const usable =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0');
  return usable ? value : undefined;
}

function httpsUrl(value: unknown): string | undefined {
  const text = plainText(value);
  return text !== undefined && URL.parse(text)?.protocol === 'https:' ? text : undefined;
}

/** Apple sends booleans as strings, Azure as digits. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}
