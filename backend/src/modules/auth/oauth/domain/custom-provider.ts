import type { ClaimMapping } from './claim-mapping.js';

export const CUSTOM_PROVIDER_TYPES = ['oauth2', 'oidc'] as const;
export type CustomProviderType = (typeof CUSTOM_PROVIDER_TYPES)[number];

/** The stored fields of an issuer's OpenID Connect discovery document. */
export interface DiscoveryDocument {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint?: string;
  revocation_endpoint?: string;
  supported_scopes?: string[];
  supported_response_types?: string[];
  supported_subject_types?: string[];
  supported_id_token_signing_algs?: string[];
}

/** An OAuth or OpenID Connect provider added through the admin API, without its client secret. */
export interface CustomProvider extends ClaimMapping {
  id: string;
  /** The `provider` value used by clients and identities: `custom:<name>`. */
  identifier: string;
  providerType: CustomProviderType;
  /** Display name. */
  name: string;
  clientId: string;
  /** Audiences accepted in its ID tokens besides {@link clientId}. */
  acceptableClientIds: readonly string[];
  scopes: readonly string[];
  pkceEnabled: boolean;
  /** Extra query parameters for the authorization URL; reserved OAuth parameters are not allowed. */
  authorizationParams: Readonly<Record<string, string>>;
  enabled: boolean;
  /** Whether users without an email address may sign up. */
  emailOptional: boolean;
  /** Compared verbatim. OpenID Connect only, like the next three. */
  issuer: string | null;
  discoveryUrl: string | null;
  skipNonceCheck: boolean;
  discoveryDocument: DiscoveryDocument | null;
  /** Plain OAuth only, like the next three. */
  authorizationUrl: string | null;
  tokenUrl: string | null;
  userinfoUrl: string | null;
  jwksUri: string | null;
  /** Changes with every update. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

const IDENTIFIER = /^custom:[a-z0-9](?:[a-z0-9:_-]{0,47}[a-z0-9])?$/;

export function isCustomIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}
