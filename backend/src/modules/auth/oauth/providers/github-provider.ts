import type { ProviderSettings } from '../../../../platform/config/provider-settings.js';
import { InvalidGrantError } from '../../core/auth-errors.js';
import type { ProviderTokens } from '../../core/provider-tokens.js';
import { identityFromGithub, type Claims, type ExternalIdentity } from '../domain/external-identity.js';
import type { IdentityProvider, FlowSecrets, AuthorizationOptions } from '../domain/identity-providers.js';
import { BadCallbackError } from '../domain/provider-errors.js';
import { OAuthClient } from './oauth-client.js';

const PUBLIC_SITE = 'https://github.com';
const PUBLIC_API = 'https://api.github.com';
const SCOPES = ['read:user', 'user:email'];
const MEDIA_TYPE = 'application/vnd.github+json';

/** GitHub or GitHub Enterprise Server: OAuth 2.0 without OpenID Connect, so its API identifies the user. */
export class GithubProvider implements IdentityProvider {
  readonly name = 'github';
  readonly issuesIdTokens = false;
  readonly usesFormPost = false;
  readonly emailOptional = false;
  private readonly oauth: OAuthClient;
  private readonly api: string;

  constructor({ url, clientIds, clientSecret }: ProviderSettings, callbackUrl: string) {
    this.api = url === PUBLIC_SITE ? PUBLIC_API : `${url}/api/v3`;
    this.oauth = new OAuthClient({
      authorizationUrl: `${url}/login/oauth/authorize`,
      tokenUrl: `${url}/login/oauth/access_token`,
      clientId: clientIds[0],
      clientSecret,
      callbackUrl,
      scopes: SCOPES,
      usesPkce: true,
    });
  }

  hasIssuer(): boolean {
    return false;
  }

  authorizationUrl(input: AuthorizationOptions): Promise<string> {
    return this.oauth.authorizationUrl(input);
  }

  async identify(
    response: URLSearchParams,
    flow: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
    const tokens = await this.oauth.exchangeCode(response, flow);
    const [profile, addresses] = await Promise.all([
      this.request('/user', tokens.accessToken),
      this.request('/user/emails', tokens.accessToken),
    ]);
    const identity = identityFromGithub(
      this.api,
      profile as Claims,
      Array.isArray(addresses) ? (addresses as Claims[]) : [],
    );
    if (!identity) throw new BadCallbackError('The provider did not return a user id');
    return { identity, tokens };
  }

  verifyIdToken(): Promise<ExternalIdentity> {
    throw new InvalidGrantError('invalid_request', 'GitHub does not issue ID tokens');
  }

  private request(path: string, accessToken: string): Promise<object> {
    return this.oauth.request(`${this.api}${path}`, accessToken, MEDIA_TYPE);
  }
}
