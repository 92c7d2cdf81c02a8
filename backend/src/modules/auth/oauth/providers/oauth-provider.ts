import { InvalidGrantError } from '../../core/auth-errors.js';
import type { ProviderTokens } from '../../core/provider-tokens.js';
import type { CustomProvider } from '../domain/custom-provider.js';
import { identityFromClaims, type Claims, type ExternalIdentity } from '../domain/external-identity.js';
import type { IdentityProvider, FlowSecrets, AuthorizationOptions } from '../domain/identity-providers.js';
import { BadCallbackError } from '../domain/provider-errors.js';
import { OAuthClient } from './oauth-client.js';

/** A custom OAuth 2.0 provider without OpenID Connect. Its userinfo endpoint identifies the user. */
export class OAuthProvider implements IdentityProvider {
  readonly issuesIdTokens = false;
  readonly usesFormPost = false;
  private readonly oauth: OAuthClient;

  constructor(
    private readonly provider: CustomProvider,
    clientSecret: string,
    callbackUrl: string,
    call: typeof fetch,
  ) {
    this.oauth = new OAuthClient({
      authorizationUrl: provider.authorizationUrl ?? '',
      tokenUrl: provider.tokenUrl ?? '',
      clientId: provider.clientId,
      clientSecret,
      callbackUrl,
      scopes: provider.scopes,
      usesPkce: provider.pkceEnabled,
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
    const tokens = await this.oauth.exchangeCode(response, flow);
    const profile = await this.oauth.request(this.provider.userinfoUrl ?? '', tokens.accessToken);
    const identity = identityFromClaims(this.name, profile as Claims, this.provider);
    if (!identity) throw new BadCallbackError('The provider did not return a user id');
    return { identity, tokens };
  }

  verifyIdToken(): Promise<ExternalIdentity> {
    throw new InvalidGrantError('invalid_request', 'This provider does not issue ID tokens');
  }
}
