import type { ProviderSettings } from '../../../../platform/config/provider-settings.js';
import { identityOfGithub, type Claims, type ForeignIdentity } from '../../domain/foreign-identity.js';
import type {
  IdentityProvider,
  ProviderTokens,
  ProviderVisit,
  ProviderWish,
} from '../../domain/identity-providers.js';
import { BadCallbackError, GrantRefusedError } from '../../domain/provider-errors.js';
import { PlainOauth } from './plain-oauth.js';

const PUBLIC_SITE = 'https://github.com';
const PUBLIC_API = 'https://api.github.com';
const SCOPES = ['read:user', 'user:email'];
const MEDIA_TYPE = 'application/vnd.github+json';

/** GitHub, or a GitHub Enterprise server: OAuth without OpenID, so its API is asked who came. */
export class GithubProvider implements IdentityProvider {
  readonly name = 'github';
  readonly makesIdTokens = false;
  readonly postsItsAnswer = false;
  readonly addressOptional = false;
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

  addressOf(wish: ProviderWish): Promise<string> {
    return this.oauth.addressOf(wish);
  }

  async identify(
    answer: URLSearchParams,
    visit: ProviderVisit,
  ): Promise<{ identity: ForeignIdentity; tokens: ProviderTokens }> {
    const tokens = await this.oauth.tokensFor(answer, visit);
    const [profile, addresses] = await Promise.all([
      this.ask('/user', tokens.accessToken),
      this.ask('/user/emails', tokens.accessToken),
    ]);
    const identity = identityOfGithub(
      this.api,
      profile as Claims,
      Array.isArray(addresses) ? (addresses as Claims[]) : [],
    );
    if (!identity) throw new BadCallbackError('The provider did not say whose account it is');
    return { identity, tokens };
  }

  verifyIdToken(): Promise<ForeignIdentity> {
    throw new GrantRefusedError('invalid_request', 'GitHub makes no ID tokens');
  }

  private ask(path: string, accessToken: string): Promise<object> {
    return this.oauth.ask(`${this.api}${path}`, accessToken, MEDIA_TYPE);
  }
}
