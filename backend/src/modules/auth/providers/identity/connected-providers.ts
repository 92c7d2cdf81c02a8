import { Injectable } from '@nestjs/common';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { Clock } from '../../../../platform/clock/clock.js';
import type { ProviderSettings } from '../../../../platform/config/provider-settings.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { CustomProvider, DiscoveryDocument } from '../../domain/custom-provider.js';
import { IdentityProviders, type IdentityProvider } from '../../domain/identity-providers.js';
import { wireNameOf } from '../../domain/provider-names.js';
import { discoveryDocumentOf } from './discovery-document.js';
import { GithubProvider } from './github-provider.js';
import { OauthProvider } from './oauth-provider.js';
import { discoverIssuer, OpenIdProvider } from './openid-provider.js';
import { reasonOf, WatchedProvider } from './watched-provider.js';

/** By openid-client and jose. */
@Injectable()
export class ConnectedProviders extends IdentityProviders {
  private readonly callback: string;
  private readonly providers: ReadonlyMap<string, OpenIdProvider | GithubProvider>;

  constructor(
    { auth, siteUrl }: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.callback = `${siteUrl}${AUTH_PATH}/callback`;
    const made = auth.providers.map((settings) => this.ofSettings(settings));
    this.providers = new Map(made.map((provider) => [provider.name, provider]));
  }

  override names(): readonly string[] {
    return [...this.providers.keys()];
  }

  override find(name: string): IdentityProvider | undefined {
    return this.watched(this.providers.get(name));
  }

  override byIssuer(issuer: string): IdentityProvider | undefined {
    return this.watched([...this.providers.values()].find((provider) => provider.isOf(issuer)));
  }

  override connect(provider: CustomProvider, clientSecret: string): IdentityProvider {
    const { identifier, clientId, acceptableClientIds, issuer, discoveryUrl } = provider;
    const made =
      provider.providerType === 'oauth2'
        ? new OauthProvider(provider, clientSecret, this.callback)
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
              addressOptional: provider.emailOptional,
              parameters: provider.authorizationParams,
              reading: provider,
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
      const config = await discoverIssuer({ issuer: issuer ?? '', discoveryUrl, clientId });
      return discoveryDocumentOf(config.serverMetadata());
    } catch (error) {
      this.logger.warn('provider is not usable', { issuer, reason: reasonOf(error) });
      throw new InvalidInputError(
        `${field}: no OpenID Connect discovery document of this issuer could be read there`,
      );
    }
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
