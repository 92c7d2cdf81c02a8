import { customClaims, mapClaims, type ClaimMapping, type Claims } from './claim-mapping.js';
import { isEmailAddress } from './email-address.js';
import { parsePersonName } from './person-name.js';

/** Who someone is elsewhere, as a provider or a wallet has proved it. */
export interface ExternalIdentity {
  /** In the words of the wire protocol. */
  provider: string;
  /** The account's id there; never given to anybody else. */
  subject: string;
  email: string | null;
  /** Whether the provider vouches that the mailbox is this person's. */
  emailVerified: boolean;
  /** Fit to be stored, shown and put into tokens. */
  data: Record<string, unknown>;
}

export type { Claims } from './claim-mapping.js';

const MAX_LENGTH = 500;
const AS_USUAL: ClaimMapping = { attributeMapping: {}, customClaimsAllowlist: [] };

/**
 * What an OpenID provider says of a person, cut to what may be kept. Undefined without a usable id. An address counts as verified
 * only when the provider says so outright: Azure's identity providers let their administrators write any address, so there only
 * its claim about the owner of the domain counts.
 */
export function identityFromClaims(
  provider: string,
  reported: Claims,
  reading: ClaimMapping = AS_USUAL,
): ExternalIdentity | undefined {
  const claims = mapClaims(reported, reading);
  const subject = plain(claims.sub);
  if (subject === undefined) return undefined;
  const email = addressOf(claims.email);
  const vouched = provider === 'azure' ? claims.xms_edov : claims.email_verified;
  const emailVerified = email !== null && isYes(vouched);
  return describe({
    provider,
    subject,
    email,
    emailVerified,
    issuer: plain(claims.iss),
    name: nameOf(claims),
    userName: plain(claims.preferred_username) ?? plain(claims.nickname),
    picture: webAddress(claims.picture),
    kept: customClaims(reported, reading),
  });
}

/** What GitHub's API says of a person and of the addresses of the account. */
export function identityFromGithub(
  issuer: string,
  profile: Claims,
  addresses: readonly Claims[],
): ExternalIdentity | undefined {
  const { id } = profile;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  const chosen = addresses.find(({ primary }) => primary === true);
  const email = addressOf(chosen?.email);
  return describe({
    provider: 'github',
    subject: String(id),
    email,
    emailVerified: email !== null && chosen?.verified === true,
    issuer,
    name: personName(profile.name),
    userName: plain(profile.login),
    picture: webAddress(profile.avatar_url),
  });
}

interface Known {
  provider: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  issuer: string | undefined;
  name: string | undefined;
  userName: string | undefined;
  picture: string | undefined;
  /** As they came. */
  kept?: Claims | undefined;
}

function describe(known: Known): ExternalIdentity {
  const { provider, subject, email, emailVerified, issuer, name, userName, picture, kept: stored } = known;
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
    custom_claims: stored,
  };
  return {
    provider,
    subject,
    email,
    emailVerified,
    data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
  };
}

function nameOf({ name, given_name: input, family_name: family }: Claims): string | undefined {
  return personName(name) ?? personName([input, family].filter((part) => typeof part === 'string').join(' '));
}

/** Names stand in emails, so a stranger's words in their place are left out. */
function personName(value: unknown): string | undefined {
  return typeof value === 'string' && value.isWellFormed() ? parsePersonName(value) : undefined;
}

function addressOf(value: unknown): string | null {
  return typeof value === 'string' && isEmailAddress(value) ? value.trim() : null;
}

function plain(value: unknown): string | undefined {
  const usable =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0');
  return usable ? value : undefined;
}

function webAddress(value: unknown): string | undefined {
  const text = plain(value);
  return text !== undefined && URL.parse(text)?.protocol === 'https:' ? text : undefined;
}

/** Apple sends texts for truth values, Azure digits. */
function isYes(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}
