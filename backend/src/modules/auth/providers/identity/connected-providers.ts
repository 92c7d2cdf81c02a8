import { Injectable } from '@nestjs/common';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { Clock } from '../../../../platform/clock/clock.js';
import type { ProviderSettings } from '../../../../platform/config/provider-settings.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { OutgoingCalls } from '../../../../platform/security/outgoing-calls.js';
import { PrivateAddressError } from '../../../../platform/security/public-fetch.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { CustomProvider, DiscoveryDocument } from '../../domain/custom-provider.js';
import { IdentityProviders, type IdentityProvider } from '../../domain/identity-providers.js';
import { PrivateNetworkError } from '../../domain/outbound-urls.js';
import { wireNameOf } from '../../domain/provider-names.js';
import { discoveryDocumentOf } from './discovery-document.js';
import { GithubProvider } from './github-provider.js';
import { OauthProvider } from './oauth-provider.js';
import { discoverIssuer, OpenIdProvider } from './openid-provider.js';
import { reasonOf, WatchedProvider } from './watched-provider.js';

/** Addresses of a provider that this server calls itself, and the fields in which they are written down. */
const CALLED = [
  ['tokenUrl', 'token_url'],
  ['userinfoUrl', 'userinfo_url'],
  ['jwksUri', 'jwks_uri'],
] as const;
/** The same in an issuer's own document. */
const CALLED_OF_ISSUER = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const;

/** By openid-client and jose. */
@Injectable()
export class ConnectedProviders extends IdentityProviders {
  private readonly callback: string;
  private readonly providers: ReadonlyMap<string, OpenIdProvider | GithubProvider>;

  constructor(
    { auth, siteUrl }: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly outgoingCalls: OutgoingCalls,
  ) {
    super();
    this.callback = `${siteUrl}${AUTH_PATH}/callback`;
    const made = auth.providers.map((settings) => this.ofSettings(settings));
    this.providers = new Map(made.map((provider) => [provider.name, provider]));
  }

  override configuredNames(): readonly string[] {
    return [...this.providers.keys()];
  }

  override find(name: string): IdentityProvider | undefined {
    return this.watched(this.providers.get(name));
  }

  override findByIssuer(issuer: string): IdentityProvider | undefined {
    return this.watched([...this.providers.values()].find((provider) => provider.isOf(issuer)));
  }

  override connect(provider: CustomProvider, clientSecret: string): IdentityProvider {
    const { identifier, clientId, acceptableClientIds, issuer, discoveryUrl } = provider;
    const made =
      provider.providerType === 'oauth2'
        ? new OauthProvider(provider, clientSecret, this.callback, this.outgoingCalls.fetch)
        : new OpenIdProvider(
            {
              name: identifier,
              issuer: issuer ?? '',
              discoveryUrl,
              clientIds: [clientId, ...acceptableClientIds],
              clientSecret,
              skipNonceCheck: provider.skipNonceCheck,
              scopes: provider.scopes,
              takesChallenges: provider.pkceEnabled,
              emailOptional: provider.emailOptional,
              parameters: provider.authorizationParams,
              reading: provider,
              fetch: this.outgoingCalls.fetch,
            },
            this.callback,
            this.clock,
          );
    return new WatchedProvider(made, this.logger);
  }

  override async discover({
    issuer,
    discoveryUrl,
    clientId,
  }: Pick<CustomProvider, 'issuer' | 'discoveryUrl' | 'clientId'>): Promise<DiscoveryDocument> {
    const field = discoveryUrl === null ? 'issuer' : 'discovery_url';
    try {
      const terms = { issuer: issuer ?? '', discoveryUrl, clientId, fetch: this.outgoingCalls.fetch };
      const document = discoveryDocumentOf((await discoverIssuer(terms)).serverMetadata());
      for (const name of CALLED_OF_ISSUER) await this.assertAllowed(document[name], `${field}: its ${name}`);
      return document;
    } catch (error) {
      if (error instanceof InvalidInputError) throw error;
      this.logger.sampled('warn', 'identity provider configuration invalid', {
        issuer,
        reason: reasonOf(error),
      });
      if (PrivateAddressError.isCauseOf(error)) throw new PrivateNetworkError(field);
      throw new InvalidInputError(
        `${field}: no OpenID Connect discovery document of this issuer could be read there`,
      );
    }
  }

  override async assertCallable(
    provider: Partial<Pick<CustomProvider, 'tokenUrl' | 'userinfoUrl' | 'jwksUri'>>,
  ): Promise<void> {
    for (const [name, field] of CALLED) await this.assertAllowed(provider[name], field);
  }

  private async assertAllowed(url: string | null | undefined, what: string): Promise<void> {
    if (url && !(await this.outgoingCalls.isAllowed(url))) throw new PrivateNetworkError(what);
  }

  private ofSettings(settings: ProviderSettings): OpenIdProvider | GithubProvider {
    if (settings.kind === 'github') return new GithubProvider(settings, this.callback);
    const { clientIds, clientSecret, url, skipNonceCheck } = settings;
    const terms = { name: wireNameOf(settings.name), issuer: url, clientIds, clientSecret, skipNonceCheck };
    return new OpenIdProvider(terms, this.callback, this.clock);
  }

  private watched(provider: IdentityProvider | undefined): IdentityProvider | undefined {
    return provider && new WatchedProvider(provider, this.logger);
  }
}
