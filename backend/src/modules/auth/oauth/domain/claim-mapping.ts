export type Claims = Readonly<Record<string, unknown>>;

/** How the claims of a custom provider are read. */
export interface ClaimMapping {
  /** The provider's claim name for each standard claim: `{ "sub": "id", "email": "mail" }`. */
  attributeMapping: Readonly<Record<string, string>>;
  /** Claims stored unchanged under `custom_claims`. */
  customClaimsAllowlist: readonly string[];
}

/** Claims that grant access and therefore can't be mapped from another claim. */
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
 * Renames claims to their standard names. `email_verified` applies only to the provider's `email` claim: it is dropped when the
 * email is mapped from a different claim with a different value.
 */
export function mapClaims(claims: Claims, { attributeMapping }: ClaimMapping): Claims {
  const mapped: Record<string, unknown> = { ...claims };
  for (const [standardName, providerName] of Object.entries(attributeMapping)) {
    if (Object.hasOwn(claims, providerName)) mapped[standardName] = claims[providerName];
  }
  if (claims.email !== undefined && mapped.email !== claims.email) delete mapped.email_verified;
  // Plain OAuth providers often use numeric ids. OpenID Connect requires a string, so a number only counts if `sub` is mapped.
  if (attributeMapping.sub !== undefined && Number.isSafeInteger(mapped.sub)) mapped.sub = String(mapped.sub);
  return mapped;
}

/** Whether the email or an allowlisted claim is missing. */
export function isMissingClaims(claims: Claims, mapping: ClaimMapping): boolean {
  const { email } = mapClaims(claims, mapping);
  return email === undefined || mapping.customClaimsAllowlist.some((name) => !Object.hasOwn(claims, name));
}

const MAX_CLAIMS_LENGTH = 4000;

/** The allowlisted claims; undefined when there are none, or when they are too large or not storable. */
export function customClaims(claims: Claims, { customClaimsAllowlist }: ClaimMapping): Claims | undefined {
  const names = customClaimsAllowlist.filter((name) => Object.hasOwn(claims, name));
  if (names.length === 0) return undefined;
  const values = Object.fromEntries(names.map((name) => [name, claims[name]]));
  const json = JSON.stringify(values);
  // PostgreSQL's jsonb rejects NUL characters and lone surrogates.
  const storable = !/\\u0000|\\ud[89a-f]/i.test(json);
  return storable && json.length <= MAX_CLAIMS_LENGTH ? values : undefined;
}
