export type Claims = Readonly<Record<string, unknown>>;

/** How the claims of an operator's own provider are read. */
export interface ClaimMapping {
  /** By the usual names of claims, the names that this provider has for them: `{ "sub": "id", "email": "email" }`. */
  attributeMapping: Readonly<Record<string, string>>;
  /** Claims that are kept as they came, under `custom_claims`. */
  customClaimsAllowlist: readonly string[];
}

/** Never read from another claim: what they say opens accounts, so it must be the provider's own word. */
export const PROTECTED_CLAIMS: readonly string[] = [
  'id',
  'aud',
  'role',
  'app_metadata',
  'custom_claims',
  'created_at',
  'updated_at',
  'confirmed_at',
  'email_confirmed_at',
  'phone_confirmed_at',
  'email_verified',
  'phone_verified',
  'banned_until',
  'is_super_admin',
];

/**
 * The claims under their usual names. `email_verified` speaks of the claim `email` alone: an address that is read from another one
 * beside it counts as not verified.
 */
export function mapClaims(claims: Claims, { attributeMapping }: ClaimMapping): Claims {
  const read: Record<string, unknown> = { ...claims };
  for (const [usual, own] of Object.entries(attributeMapping)) {
    if (Object.hasOwn(claims, own)) read[usual] = claims[own];
  }
  if (claims.email !== undefined && read.email !== claims.email) delete read.email_verified;
  // Plain OAuth has numbers where OpenID has texts; where the id was not asked for by name a number is no id.
  if (attributeMapping.sub !== undefined && Number.isSafeInteger(read.sub)) read.sub = String(read.sub);
  return read;
}

/** Whether a claim that is wanted has not come. */
export function isMissingClaims(claims: Claims, reading: ClaimMapping): boolean {
  const { email } = mapClaims(claims, reading);
  return email === undefined || reading.customClaimsAllowlist.some((name) => !Object.hasOwn(claims, name));
}

const MAX_CLAIMS_LENGTH = 4000;

/** The claims that are kept as they came; undefined when there are none, or more than an identity can carry. */
export function customClaims(claims: Claims, { customClaimsAllowlist }: ClaimMapping): Claims | undefined {
  const stored = customClaimsAllowlist.filter((name) => Object.hasOwn(claims, name));
  if (stored.length === 0) return undefined;
  const values = Object.fromEntries(stored.map((name) => [name, claims[name]]));
  const text = JSON.stringify(values);
  // What PostgreSQL cannot store as JSON.
  const storable = !/\\u0000|\\ud[89a-f]/i.test(text);
  return storable && text.length <= MAX_CLAIMS_LENGTH ? values : undefined;
}
