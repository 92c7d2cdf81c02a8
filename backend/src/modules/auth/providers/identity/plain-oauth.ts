import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
} from 'openid-client';
import type { ProviderTokens, FlowSecrets, AuthorizationOptions } from '../../domain/identity-providers.js';
import { BadCallbackError } from '../../domain/provider-errors.js';
import { PATIENCE_SECONDS } from './openid-provider.js';

/** What is known of a provider that speaks OAuth without OpenID. */
export interface PlainOauthTerms {
  authorizationUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string | undefined;
  callbackUrl: string;
  scopes: readonly string[];
  takesChallenges: boolean;
  /** For its page. */
  parameters?: Readonly<Record<string, string>>;
  /** The usual one where none is given. */
  fetch?: typeof fetch;
}

/** OAuth without OpenID: the provider tells who came only to who asks its API with the access token. */
export class PlainOauth {
  private readonly config: Configuration;
  private readonly fetch: typeof fetch;

  constructor(private readonly terms: PlainOauthTerms) {
    const { authorizationUrl, tokenUrl, clientId, clientSecret } = terms;
    this.config = new Configuration(
      {
        issuer: new URL(authorizationUrl).origin,
        authorization_endpoint: authorizationUrl,
        token_endpoint: tokenUrl,
      },
      clientId,
      undefined,
      ClientSecretPost(clientSecret),
    );
    this.fetch = terms.fetch ?? fetch;
    this.config[customFetch] = this.fetch;
    this.config.timeout = PATIENCE_SECONDS;
    if (tokenUrl.startsWith('http:')) allowInsecureRequests(this.config);
  }

  async authorizationUrl({ state, verifier, scopes, parameters }: AuthorizationOptions): Promise<string> {
    const scope = [...new Set([...this.terms.scopes, ...scopes])].join(' ');
    return buildAuthorizationUrl(this.config, {
      ...parameters,
      ...this.terms.parameters,
      redirect_uri: this.terms.callbackUrl,
      ...(scope === '' ? {} : { scope }),
      state,
      ...(this.terms.takesChallenges
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        : {}),
    }).href;
  }

  async tokensFor(response: URLSearchParams, { state, verifier }: FlowSecrets): Promise<ProviderTokens> {
    const own = new URLSearchParams(response);
    // Not announced by a document of the provider's, so there is nothing to compare it with.
    own.delete('iss');
    const address = new URL(`${this.terms.callbackUrl}?${own.toString()}`);
    const tokens = await authorizationCodeGrant(this.config, address, {
      expectedState: state,
      ...(this.terms.takesChallenges ? { pkceCodeVerifier: verifier } : {}),
    });
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  }

  /** An object, or a list of them, of the provider's API. */
  async request(url: string, accessToken: string, mediaType = 'application/json'): Promise<object> {
    const call = this.fetch;
    const response = await call(url, {
      headers: { Authorization: `Bearer ${accessToken}`, Accept: mediaType },
      signal: AbortSignal.timeout(PATIENCE_SECONDS * 1000),
      redirect: 'error',
    });
    const body: unknown = await response.json();
    if (response.ok && typeof body === 'object' && body !== null) return body;
    throw new BadCallbackError('The provider did not say whose account it is');
  }
}
