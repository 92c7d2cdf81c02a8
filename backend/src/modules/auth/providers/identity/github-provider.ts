import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
} from 'openid-client';
import type { ProviderSettings } from '../../../../platform/config/provider-settings.js';
import { identityOfGithub, type Claims, type ForeignIdentity } from '../../domain/foreign-identity.js';
import type { ProviderTokens, ProviderVisit, ProviderWish } from '../../domain/identity-providers.js';
import { BadCallbackError, GrantRefusedError } from '../../domain/provider-errors.js';
import { PATIENCE_SECONDS } from './openid-provider.js';

const PUBLIC_SITE = 'https://github.com';
const PUBLIC_API = 'https://api.github.com';
const SCOPES = ['read:user', 'user:email'];

/** GitHub, or a GitHub Enterprise server: OAuth without OpenID, so its API is asked who came. */
export class GithubProvider {
  readonly name = 'github';
  readonly makesIdTokens = false;
  readonly postsItsAnswer = false;
  private readonly config: Configuration;
  private readonly api: string;

  constructor(
    { url, clientIds, clientSecret }: ProviderSettings,
    private readonly callbackUrl: string,
  ) {
    this.api = url === PUBLIC_SITE ? PUBLIC_API : `${url}/api/v3`;
    this.config = new Configuration(
      {
        issuer: url,
        authorization_endpoint: `${url}/login/oauth/authorize`,
        token_endpoint: `${url}/login/oauth/access_token`,
      },
      clientIds[0],
      undefined,
      ClientSecretPost(clientSecret),
    );
    this.config.timeout = PATIENCE_SECONDS;
    if (url.startsWith('http:')) allowInsecureRequests(this.config);
  }

  isOf(): boolean {
    return false;
  }

  async addressOf({ state, verifier, scopes, parameters }: ProviderWish): Promise<string> {
    return buildAuthorizationUrl(this.config, {
      ...parameters,
      redirect_uri: this.callbackUrl,
      scope: [...new Set([...SCOPES, ...scopes])].join(' '),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  async identify(
    answer: URLSearchParams,
    { state, verifier }: ProviderVisit,
  ): Promise<{ identity: ForeignIdentity; tokens: ProviderTokens }> {
    const own = new URLSearchParams(answer);
    // Not announced by a document of GitHub's, so there is nothing to compare it with.
    own.delete('iss');
    const address = new URL(`${this.callbackUrl}?${own.toString()}`);
    const tokens = await authorizationCodeGrant(this.config, address, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    });
    const accessToken = tokens.access_token;
    const [profile, addresses] = await Promise.all([
      this.ask('/user', accessToken),
      this.ask('/user/emails', accessToken),
    ]);
    const identity = identityOfGithub(
      this.api,
      profile as Claims,
      Array.isArray(addresses) ? (addresses as Claims[]) : [],
    );
    if (!identity) throw new BadCallbackError('The provider did not say whose account it is');
    return { identity, tokens: { accessToken, refreshToken: tokens.refresh_token } };
  }

  verifyIdToken(): Promise<ForeignIdentity> {
    throw new GrantRefusedError('invalid_request', 'GitHub makes no ID tokens');
  }

  private async ask(path: string, accessToken: string): Promise<unknown> {
    const answer = await fetch(`${this.api}${path}`, {
      headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/vnd.github+json' },
      signal: AbortSignal.timeout(PATIENCE_SECONDS * 1000),
      redirect: 'error',
    });
    const body: unknown = await answer.json();
    if (answer.ok && typeof body === 'object' && body !== null) return body;
    throw new BadCallbackError('The provider did not say whose account it is');
  }
}
