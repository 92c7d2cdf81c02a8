import type { ProviderTokens } from '../../core/provider-tokens.js';
import type { CustomProvider, DiscoveryDocument } from './custom-provider.js';
import type { ExternalIdentity } from './external-identity.js';

/** Secrets of one authorization request. */
export interface FlowSecrets {
  state: string;
  /** Must appear in the provider's ID token. */
  nonce: string;
  /** PKCE code verifier, needed to exchange the provider's code. */
  verifier: string;
}

export interface AuthorizationOptions extends FlowSecrets {
  /** In addition to those needed for signing in. */
  scopes: readonly string[];
  /** Extra provider-specific parameters from the caller; reserved OAuth parameters are excluded. */
  parameters: Readonly<Record<string, string>>;
}

/** An ID token that a client obtained from a provider directly. */
export interface PresentedIdToken {
  token: string;
  /** The original value; the token contains its SHA-256. */
  nonce: string | undefined;
  /** Issued together with the ID token; compared with its `at_hash` claim if present. */
  accessToken: string | undefined;
}

/** An OAuth or OpenID Connect provider. Calls throw `service_unavailable` while the provider is unreachable. */
export interface IdentityProvider {
  /** The `provider` value on the wire. */
  readonly name: string;
  readonly issuesIdTokens: boolean;
  /** Whether it calls back with a form POST (`response_mode=form_post`) instead of a redirect. */
  readonly usesFormPost: boolean;
  /** Whether users without an email address may sign up. */
  readonly emailOptional: boolean;
  authorizationUrl(options: AuthorizationOptions): Promise<string>;
  /** Exchanges the callback parameters for the user's identity. Throws `bad_oauth_callback` if they can't be verified. */
  identify(
    response: URLSearchParams,
    flow: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }>;
  /** Throws `InvalidGrantError` for a wrong signature, audience, nonce or expiry. */
  verifyIdToken(presented: PresentedIdToken): Promise<ExternalIdentity>;
}

/** Providers from the settings, and a factory for custom ones. A provider is first contacted when someone signs in with it. */
export abstract class IdentityProviders {
  /** Names of the providers from the settings. */
  abstract configuredNames(): readonly string[];
  abstract find(name: string): IdentityProvider | undefined;
  abstract findByIssuer(issuer: string): IdentityProvider | undefined;
  abstract createCustom(provider: CustomProvider, clientSecret: string): IdentityProvider;
  /**
   * Fetches the discovery document. Throws `validation_failed`, naming the field, if the issuer is unreachable, the document is
   * incomplete, or it names a different issuer.
   */
  abstract discover(
    provider: Pick<CustomProvider, 'issuer' | 'discoveryUrl' | 'clientId'>,
  ): Promise<DiscoveryDocument>;
  /** Throws `validation_failed`, naming the field, for a URL that this server must not request. */
  abstract assertUrlsAllowed(
    provider: Partial<Pick<CustomProvider, 'tokenUrl' | 'userinfoUrl' | 'jwksUri'>>,
  ): Promise<void>;
}
