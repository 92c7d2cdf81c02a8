import type { ProviderSettings } from '../../../../platform/config/provider-settings.js';
import { identityFromGithub, type Claims, type ExternalIdentity } from '../../domain/external-identity.js';
import type {
  IdentityProvider,
  ProviderTokens,
  FlowSecrets,
  AuthorizationOptions,
} from '../../domain/identity-providers.js';
import { BadCallbackError, InvalidGrantError } from '../../domain/provider-errors.js';
import { PlainOauth } from './plain-oauth.js';

const PUBLIC_SITE = 'https://github.com';
const PUBLIC_API = 'https://api.github.com';
const SCOPES = ['read:user', 'user:email'];
const MEDIA_TYPE = 'application/vnd.github+json';

/** GitHub, or a GitHub Enterprise server: OAuth without OpenID, so its API is asked who came. */
export class GithubProvider implements IdentityProvider {
  readonly name = 'github';
  readonly issuesIdTokens = false;
  readonly usesFormPost = false;
  readonly emailOptional = false;
  private readonly oauth: PlainOauth;
  private readonly api: string;

  constructor({ url, clientIds, clientSecret }: ProviderSettings, callbackUrl: string) {
    this.api = url === PUBLIC_SITE ? PUBLIC_API : `${url}/api/v3`;
    this.oauth = new PlainOauth({
      authorizationUrl: `${url}/login/oauth/authorize`,
      tokenUrl: `${url}/login/oauth/access_token`,
      clientId: clientIds[0],
      clientSecret,
      callbackUrl,
      scopes: SCOPES,
      takesChallenges: true,
    });
  }

  isOf(): boolean {
    return false;
  }

  authorizationUrl(input: AuthorizationOptions): Promise<string> {
    return this.oauth.authorizationUrl(input);
  }

  async identify(
    response: URLSearchParams,
    flow: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
    const tokens = await this.oauth.tokensFor(response, flow);
    const [profile, addresses] = await Promise.all([
      this.request('/user', tokens.accessToken),
      this.request('/user/emails', tokens.accessToken),
    ]);
    const identity = identityFromGithub(
      this.api,
      profile as Claims,
      Array.isArray(addresses) ? (addresses as Claims[]) : [],
    );
    if (!identity) throw new BadCallbackError('The provider did not say whose account it is');
    return { identity, tokens };
  }

  verifyIdToken(): Promise<ExternalIdentity> {
    throw new InvalidGrantError('invalid_request', 'GitHub makes no ID tokens');
  }

  private request(path: string, accessToken: string): Promise<object> {
    return this.oauth.request(`${this.api}${path}`, accessToken, MEDIA_TYPE);
  }
}
