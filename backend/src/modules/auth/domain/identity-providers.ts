import type { CustomProvider, DiscoveryDocument } from './custom-provider.js';
import type { ExternalIdentity } from './external-identity.js';

/** For the provider's own API; not ours to use. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | undefined;
}

/** What a browser is sent to a provider with. */
export interface FlowSecrets {
  state: string;
  /** What the provider's token must repeat. */
  nonce: string;
  /** Only who knows it may trade the provider's code. */
  verifier: string;
}

export interface AuthorizationOptions extends FlowSecrets {
  /** Beside those that a sign-in needs. */
  scopes: readonly string[];
  /** The caller's own, for this provider; none that OAuth itself has a meaning for. */
  parameters: Readonly<Record<string, string>>;
}

/** An ID token that a client got from a provider by itself. */
export interface PresentedIdToken {
  token: string;
  /** As the client chose it; the token carries its SHA-256. */
  nonce: string | undefined;
  /** Of the same answer; compared when the token tells of one. */
  accessToken: string | undefined;
}

/** External accounts that people may sign in with. A provider may be silent: then calls throw `service_unavailable`. */
export interface IdentityProvider {
  /** In the words of the wire protocol. */
  readonly name: string;
  /** Whether it makes ID tokens at all. */
  readonly issuesIdTokens: boolean;
  /** Whether it answers with a form that the browser posts from its page. */
  readonly usesFormPost: boolean;
  /** Whether someone may have an account here of whom it tells no address. */
  readonly emailOptional: boolean;
  /** Where the browser goes. */
  authorizationUrl(input: AuthorizationOptions): Promise<string>;
  /** Who came back, from the parameters of the provider's answer. Throws `bad_oauth_callback` for what it does not vouch for. */
  identify(
    response: URLSearchParams,
    flow: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }>;
  /** Whose ID token it is. Throws the protocol's errors: a foreign signature, audience, nonce or time. */
  verifyIdToken(presented: PresentedIdToken): Promise<ExternalIdentity>;
}

/** Speaks to providers: those of the settings, and whichever it is told of. No one is asked before someone wants to sign in. */
export abstract class IdentityProviders {
  /** Of the settings. */
  abstract configuredNames(): readonly string[];
  abstract find(name: string): IdentityProvider | undefined;
  /** The one whose tokens name this issuer. */
  abstract findByIssuer(issuer: string): IdentityProvider | undefined;
  abstract connect(provider: CustomProvider, clientSecret: string): IdentityProvider;
  /** What an issuer tells of itself. Throws `validation_failed`, naming the field, for one that is silent, lacks something, or is another. */
  abstract discover(
    provider: Pick<CustomProvider, 'issuer' | 'discoveryUrl' | 'clientId'>,
  ): Promise<DiscoveryDocument>;
  /** Throws `validation_failed`, naming the field, for an address that this installation does not call. */
  abstract assertCallable(
    provider: Partial<Pick<CustomProvider, 'tokenUrl' | 'userinfoUrl' | 'jwksUri'>>,
  ): Promise<void>;
}
