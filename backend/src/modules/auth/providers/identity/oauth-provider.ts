import type { CustomProvider } from '../../domain/custom-provider.js';
import { identityOfClaims, type Claims, type ForeignIdentity } from '../../domain/foreign-identity.js';
import type {
  IdentityProvider,
  ProviderTokens,
  ProviderVisit,
  ProviderWish,
} from '../../domain/identity-providers.js';
import { BadCallbackError, GrantRefusedError } from '../../domain/provider-errors.js';
import { PlainOauth } from './plain-oauth.js';

/** An operator's own provider that speaks OAuth without OpenID: one address of its API tells who came. */
export class OauthProvider implements IdentityProvider {
  readonly makesIdTokens = false;
  readonly postsItsAnswer = false;
  private readonly oauth: PlainOauth;

  constructor(
    private readonly provider: CustomProvider,
    clientSecret: string,
    callbackUrl: string,
    call: typeof fetch,
  ) {
    this.oauth = new PlainOauth({
      authorizationUrl: provider.authorizationUrl ?? '',
      tokenUrl: provider.tokenUrl ?? '',
      clientId: provider.clientId,
      clientSecret,
      callbackUrl,
      scopes: provider.scopes,
      takesChallenges: provider.pkceEnabled,
      parameters: provider.authorizationParams,
      fetch: call,
    });
  }

  get name(): string {
    return this.provider.identifier;
  }

  get addressOptional(): boolean {
    return this.provider.emailOptional;
  }

  addressOf(wish: ProviderWish): Promise<string> {
    return this.oauth.addressOf(wish);
  }

  async identify(
    answer: URLSearchParams,
    visit: ProviderVisit,
  ): Promise<{ identity: ForeignIdentity; tokens: ProviderTokens }> {
    const tokens = await this.oauth.tokensFor(answer, visit);
    const profile = await this.oauth.ask(this.provider.userinfoUrl ?? '', tokens.accessToken);
    const identity = identityOfClaims(this.name, profile as Claims, this.provider);
    if (!identity) throw new BadCallbackError('The provider did not say whose account it is');
    return { identity, tokens };
  }

  verifyIdToken(): Promise<ForeignIdentity> {
    throw new GrantRefusedError('invalid_request', 'This provider makes no ID tokens');
  }
}
