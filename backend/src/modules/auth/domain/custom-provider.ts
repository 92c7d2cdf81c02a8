import type { ClaimMapping } from './claim-mapping.js';

export const CUSTOM_PROVIDER_TYPES = ['oauth2', 'oidc'] as const;
export type CustomProviderType = (typeof CUSTOM_PROVIDER_TYPES)[number];

/** What an issuer tells of itself, as far as it is kept. */
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

/** An external account that the operator's server lets people sign in with; without its secret. */
export interface CustomProvider extends ClaimMapping {
  id: string;
  /** What clients and identities call it: `custom:` and a name. */
  identifier: string;
  providerType: CustomProviderType;
  /** For people. */
  name: string;
  clientId: string;
  /** Beside {@link clientId} whom its ID tokens may be made for. */
  acceptableClientIds: readonly string[];
  scopes: readonly string[];
  pkceEnabled: boolean;
  /** For its page, beside those that OAuth has a meaning for. */
  authorizationParams: Readonly<Record<string, string>>;
  enabled: boolean;
  /** Whether someone may have an account here of whom it tells no address. */
  emailOptional: boolean;
  /** Exactly as it names itself; of OpenID alone, like the next three. */
  issuer: string | null;
  discoveryUrl: string | null;
  skipNonceCheck: boolean;
  discoveryDocument: DiscoveryDocument | null;
  /** Of plain OAuth alone, like the next three. */
  authorizationUrl: string | null;
  tokenUrl: string | null;
  userinfoUrl: string | null;
  jwksUri: string | null;
  /** Another one after every change. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

const IDENTIFIER = /^custom:[a-z0-9](?:[a-z0-9:_-]{0,47}[a-z0-9])?$/;

export function isCustomIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}
