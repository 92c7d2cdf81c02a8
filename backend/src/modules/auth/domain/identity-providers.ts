import type { ForeignIdentity } from './foreign-identity.js';

/** For the provider's own API; not ours to use. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | undefined;
}

/** What a browser is sent to a provider with. */
export interface ProviderVisit {
  state: string;
  /** What the provider's token must repeat. */
  nonce: string;
  /** Only who knows it may trade the provider's code. */
  verifier: string;
}

export interface ProviderWish extends ProviderVisit {
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

/**
 * The accounts elsewhere that this installation lets people sign in with. Whoever speaks to a provider may find it silent: then
 * calls throw `service_unavailable`.
 */
export abstract class IdentityProviders {
  /** In the words of the wire protocol. */
  abstract names(): readonly string[];
  /** Whether the provider answers with a form that the browser posts from its page. */
  abstract postsItsAnswer(provider: string): boolean;
  /** Where the browser goes. */
  abstract addressOf(provider: string, wish: ProviderWish): Promise<string>;
  /** Who came back, from the parameters of the provider's answer. Throws `bad_oauth_callback` for what it does not vouch for. */
  abstract identify(
    provider: string,
    answer: URLSearchParams,
    visit: ProviderVisit,
  ): Promise<{ identity: ForeignIdentity; tokens: ProviderTokens }>;
  /** Whose ID token it is. Throws the protocol's refusals: a foreign signature, audience, nonce or time. */
  abstract verifyIdToken(provider: string, presented: PresentedIdToken): Promise<ForeignIdentity>;
  /** The provider whose tokens name this issuer. */
  abstract byIssuer(issuer: string): string | undefined;
  /** Whether the provider makes ID tokens at all. */
  abstract makesIdTokens(provider: string): boolean;
}
