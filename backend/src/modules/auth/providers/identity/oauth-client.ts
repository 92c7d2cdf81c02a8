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
import { PROVIDER_TIMEOUT_SECONDS } from './openid-provider.js';

/** What is known of a provider that speaks OAuth without OpenID. */
export interface OAuthClientConfig {
  authorizationUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string | undefined;
  callbackUrl: string;
  scopes: readonly string[];
  usesPkce: boolean;
  /** For its page. */
  parameters?: Readonly<Record<string, string>>;
  /** The usual one where none is given. */
  fetch?: typeof fetch;
}

/** OAuth without OpenID: the provider tells who came only to who asks its API with the access token. */
export class OAuthClient {
  private readonly configuration: Configuration;
  private readonly fetch: typeof fetch;

  constructor(private readonly config: OAuthClientConfig) {
    const { authorizationUrl, tokenUrl, clientId, clientSecret } = config;
    this.configuration = new Configuration(
      {
        issuer: new URL(authorizationUrl).origin,
        authorization_endpoint: authorizationUrl,
        token_endpoint: tokenUrl,
      },
      clientId,
      undefined,
      ClientSecretPost(clientSecret),
    );
    this.fetch = config.fetch ?? fetch;
    this.configuration[customFetch] = this.fetch;
    this.configuration.timeout = PROVIDER_TIMEOUT_SECONDS;
    if (tokenUrl.startsWith('http:')) allowInsecureRequests(this.configuration);
  }

  async authorizationUrl({ state, verifier, scopes, parameters }: AuthorizationOptions): Promise<string> {
    const scope = [...new Set([...this.config.scopes, ...scopes])].join(' ');
    return buildAuthorizationUrl(this.configuration, {
      ...parameters,
      ...this.config.parameters,
      redirect_uri: this.config.callbackUrl,
      ...(scope === '' ? {} : { scope }),
      state,
      ...(this.config.usesPkce
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        : {}),
    }).href;
  }

  async exchangeCode(response: URLSearchParams, { state, verifier }: FlowSecrets): Promise<ProviderTokens> {
    const own = new URLSearchParams(response);
    // Not announced by a document of the provider's, so there is nothing to compare it with.
    own.delete('iss');
    const address = new URL(`${this.config.callbackUrl}?${own.toString()}`);
    const tokens = await authorizationCodeGrant(this.configuration, address, {
      expectedState: state,
      ...(this.config.usesPkce ? { pkceCodeVerifier: verifier } : {}),
    });
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  }

  /** An object, or a list of them, of the provider's API. */
  async request(url: string, accessToken: string, mediaType = 'application/json'): Promise<object> {
    const call = this.fetch;
    const response = await call(url, {
      headers: { Authorization: `Bearer ${accessToken}`, Accept: mediaType },
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000),
      redirect: 'error',
    });
    const body: unknown = await response.json();
    if (response.ok && typeof body === 'object' && body !== null) return body;
    throw new BadCallbackError('The provider did not say whose account it is');
  }
}
