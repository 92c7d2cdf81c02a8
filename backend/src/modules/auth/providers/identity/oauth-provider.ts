import type { CustomProvider } from '../../domain/custom-provider.js';
import { identityFromClaims, type Claims, type ExternalIdentity } from '../../domain/external-identity.js';
import type {
  IdentityProvider,
  ProviderTokens,
  FlowSecrets,
  AuthorizationOptions,
} from '../../domain/identity-providers.js';
import { BadCallbackError, InvalidGrantError } from '../../domain/provider-errors.js';
import { PlainOauth } from './plain-oauth.js';

/** An operator's own provider that speaks OAuth without OpenID: one address of its API tells who came. */
export class OauthProvider implements IdentityProvider {
  readonly issuesIdTokens = false;
  readonly usesFormPost = false;
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

  get emailOptional(): boolean {
    return this.provider.emailOptional;
  }

  authorizationUrl(input: AuthorizationOptions): Promise<string> {
    return this.oauth.authorizationUrl(input);
  }

  async identify(
    response: URLSearchParams,
    flow: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
    const tokens = await this.oauth.tokensFor(response, flow);
    const profile = await this.oauth.request(this.provider.userinfoUrl ?? '', tokens.accessToken);
    const identity = identityFromClaims(this.name, profile as Claims, this.provider);
    if (!identity) throw new BadCallbackError('The provider did not say whose account it is');
    return { identity, tokens };
  }

  verifyIdToken(): Promise<ExternalIdentity> {
    throw new InvalidGrantError('invalid_request', 'This provider makes no ID tokens');
  }
}
