import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
} from 'openid-client';
import type { ProviderTokens } from '../../core/provider-tokens.js';
import type { FlowSecrets, AuthorizationOptions } from '../domain/identity-providers.js';
import { BadCallbackError } from '../domain/provider-errors.js';
import { PROVIDER_TIMEOUT_SECONDS } from './openid-provider.js';

export interface OAuthClientOptions {
  authorizationUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string | undefined;
  callbackUrl: string;
  scopes: readonly string[];
  usesPkce: boolean;
  /** Extra authorization request parameters. */
  parameters?: Readonly<Record<string, string>>;
  /** Defaults to the global one. */
  fetch?: typeof fetch;
}

/** OAuth 2.0 without OpenID Connect: the user's identity comes from the provider's API instead of an ID token. */
export class OAuthClient {
  private readonly config: Configuration;
  private readonly fetch: typeof fetch;

  constructor(private readonly options: OAuthClientOptions) {
    const { authorizationUrl, tokenUrl, clientId, clientSecret } = options;
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
    this.fetch = options.fetch ?? fetch;
    this.config[customFetch] = this.fetch;
    this.config.timeout = PROVIDER_TIMEOUT_SECONDS;
    if (tokenUrl.startsWith('http:')) allowInsecureRequests(this.config);
  }

  async authorizationUrl({ state, verifier, scopes, parameters }: AuthorizationOptions): Promise<string> {
    const scope = [...new Set([...this.options.scopes, ...scopes])].join(' ');
    return buildAuthorizationUrl(this.config, {
      ...parameters,
      ...this.options.parameters,
      redirect_uri: this.options.callbackUrl,
      ...(scope === '' ? {} : { scope }),
      state,
      ...(this.options.usesPkce
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        : {}),
    }).href;
  }

  async exchangeCode(response: URLSearchParams, { state, verifier }: FlowSecrets): Promise<ProviderTokens> {
    const parameters = new URLSearchParams(response);
    // There is no discovery document to compare the issuer with.
    parameters.delete('iss');
    const address = new URL(`${this.options.callbackUrl}?${parameters.toString()}`);
    const tokens = await authorizationCodeGrant(this.config, address, {
      expectedState: state,
      ...(this.options.usesPkce ? { pkceCodeVerifier: verifier } : {}),
    });
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  }

  /** Reads a JSON object or array from the provider's API. */
  async request(url: string, accessToken: string, mediaType = 'application/json'): Promise<object> {
    const call = this.fetch;
    const response = await call(url, {
      headers: { Authorization: `Bearer ${accessToken}`, Accept: mediaType },
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000),
      redirect: 'error',
    });
    const body: unknown = await response.json();
    if (response.ok && typeof body === 'object' && body !== null) return body;
    throw new BadCallbackError('The provider did not return a user profile');
  }
}
