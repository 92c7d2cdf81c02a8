import { Injectable } from '@nestjs/common';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { RealClock } from '../../../../platform/clock.js';
import type { ProviderSettings } from '../../../../platform/config/provider-settings.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { OutgoingCalls } from '../../../../platform/security/outgoing-calls.js';
import { PrivateAddressError } from '../../../../platform/security/public-fetch.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { PrivateNetworkError } from '../../core/outbound-urls.js';
import type { CustomProvider, DiscoveryDocument } from '../domain/custom-provider.js';
import { IdentityProviders, type IdentityProvider } from '../domain/identity-providers.js';
import { toProtocolName } from '../domain/provider-names.js';
import { toDiscoveryDocument } from './discovery-document.js';
import { describeError, ErrorMappingProvider } from './error-mapping-provider.js';
import { GithubProvider } from './github-provider.js';
import { OAuthProvider } from './oauth-provider.js';
import { discoverIssuer, OpenIdProvider } from './openid-provider.js';

/** Provider URLs that this server fetches, with their wire field names. */
const FETCHED_URLS = [
  ['tokenUrl', 'token_url'],
  ['userinfoUrl', 'userinfo_url'],
  ['jwksUri', 'jwks_uri'],
] as const;
/** The same in a discovery document. */
const FETCHED_ENDPOINTS = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const;

/** Identity providers by openid-client and jose. */
@Injectable()
export class ConnectedProviders extends IdentityProviders {
  private readonly callbackUrl: string;
  private readonly providers: ReadonlyMap<string, OpenIdProvider | GithubProvider>;

  constructor(
    { auth, siteUrl }: Settings,
    private readonly clock: RealClock,
    private readonly logger: Logger,
    private readonly outgoingCalls: OutgoingCalls,
  ) {
    super();
    this.callbackUrl = `${siteUrl}${AUTH_PATH}/callback`;
    const providers = auth.providers.map((settings) => this.fromSettings(settings));
    this.providers = new Map(providers.map((provider) => [provider.name, provider]));
  }

  override configuredNames(): readonly string[] {
    return [...this.providers.keys()];
  }

  override find(name: string): IdentityProvider | undefined {
    return this.withErrorMapping(this.providers.get(name));
  }

  override findByIssuer(issuer: string): IdentityProvider | undefined {
    return this.withErrorMapping([...this.providers.values()].find((provider) => provider.hasIssuer(issuer)));
  }

  override createCustom(provider: CustomProvider, clientSecret: string): IdentityProvider {
    const { identifier, clientId, acceptableClientIds, issuer, discoveryUrl } = provider;
    const connected =
      provider.providerType === 'oauth2'
        ? new OAuthProvider(provider, clientSecret, this.callbackUrl, this.outgoingCalls.fetch)
        : new OpenIdProvider(
            {
              name: identifier,
              issuer: issuer ?? '',
              discoveryUrl,
              clientIds: [clientId, ...acceptableClientIds],
              clientSecret,
              skipNonceCheck: provider.skipNonceCheck,
              scopes: provider.scopes,
              usesPkce: provider.pkceEnabled,
              emailOptional: provider.emailOptional,
              parameters: provider.authorizationParams,
              claimMapping: provider,
              fetch: this.outgoingCalls.fetch,
            },
            this.callbackUrl,
            this.clock,
          );
    return new ErrorMappingProvider(connected, this.logger);
  }

  override async discover({
    issuer,
    discoveryUrl,
    clientId,
  }: Pick<CustomProvider, 'issuer' | 'discoveryUrl' | 'clientId'>): Promise<DiscoveryDocument> {
    const field = discoveryUrl === null ? 'issuer' : 'discovery_url';
    try {
      const options = { issuer: issuer ?? '', discoveryUrl, clientId, fetch: this.outgoingCalls.fetch };
      const document = toDiscoveryDocument((await discoverIssuer(options)).serverMetadata());
      for (const name of FETCHED_ENDPOINTS) await this.assertAllowed(document[name], `${field}: its ${name}`);
      return document;
    } catch (error) {
      if (error instanceof InvalidInputError) throw error;
      this.logger.sampled('warn', 'identity provider configuration invalid', {
        issuer,
        reason: describeError(error),
      });
      if (PrivateAddressError.caused(error)) throw new PrivateNetworkError(field);
      throw new InvalidInputError(
        `${field}: could not read the OpenID Connect discovery document of this issuer`,
      );
    }
  }

  override async assertUrlsAllowed(
    provider: Partial<Pick<CustomProvider, 'tokenUrl' | 'userinfoUrl' | 'jwksUri'>>,
  ): Promise<void> {
    for (const [name, field] of FETCHED_URLS) await this.assertAllowed(provider[name], field);
  }

  private async assertAllowed(url: string | null | undefined, field: string): Promise<void> {
    if (url && !(await this.outgoingCalls.isAllowed(url))) throw new PrivateNetworkError(field);
  }

  private fromSettings(settings: ProviderSettings): OpenIdProvider | GithubProvider {
    if (settings.kind === 'github') return new GithubProvider(settings, this.callbackUrl);
    const { clientIds, clientSecret, url, skipNonceCheck } = settings;
    const options = {
      name: toProtocolName(settings.name),
      issuer: url,
      clientIds,
      clientSecret,
      skipNonceCheck,
    };
    return new OpenIdProvider(options, this.callbackUrl, this.clock);
  }

  private withErrorMapping(provider: IdentityProvider | undefined): IdentityProvider | undefined {
    return provider && new ErrorMappingProvider(provider, this.logger);
  }
}
