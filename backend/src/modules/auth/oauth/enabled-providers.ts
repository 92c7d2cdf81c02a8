import { Injectable } from '@nestjs/common';
import { CustomProviderSecrets } from './custom-provider-secrets.js';
import { isCustomIdentifier } from './domain/custom-provider.js';
import { IdentityProviders, type IdentityProvider } from './domain/identity-providers.js';
import type { CustomProviderEntity } from './persistence/custom-provider.entity.js';
import { CustomProvidersRepository } from './persistence/custom-providers.repository.js';

interface CachedProvider {
  id: string;
  revision: number;
  provider: IdentityProvider;
}

export interface EnabledProvider {
  /** As in the `provider` parameter. */
  name: string;
  /** Shown to people; only custom providers have one. */
  displayName: string | undefined;
}

/**
 * Every provider that people can sign in with: those in the settings and the enabled custom ones. Custom providers are read from the
 * database on each call, so changes apply in every process immediately. Their clients (discovery document, keys) are cached until the
 * row changes.
 */
@Injectable()
export class EnabledProviders {
  private readonly cache = new Map<string, CachedProvider>();

  constructor(
    private readonly providers: IdentityProviders,
    private readonly customProviders: CustomProvidersRepository,
    private readonly secrets: CustomProviderSecrets,
  ) {}

  /** `displayName` is set for custom providers only. */
  async list(): Promise<EnabledProvider[]> {
    const configured = this.providers.configuredNames();
    const custom = (await this.customProviders.listEnabled()).filter(
      ({ identifier }) => !configured.includes(identifier),
    );
    return [
      ...configured.map((name) => ({ name, displayName: undefined })),
      ...custom.map(({ identifier, name }) => ({ name: identifier, displayName: name })),
    ];
  }

  /** The settings take precedence over a custom provider with the same name. */
  async find(name: string): Promise<IdentityProvider | undefined> {
    const configured = this.providers.find(name);
    if (configured || !isCustomIdentifier(name)) return configured;
    const row = await this.customProviders.find(name);
    if (!row) this.cache.delete(name);
    return row?.enabled ? this.connect(row) : undefined;
  }

  /** Finds the provider that issues ID tokens as `issuer`. */
  async byIssuer(issuer: string): Promise<IdentityProvider | undefined> {
    const configured = this.providers.findByIssuer(issuer);
    if (configured) return configured;
    const row = await this.customProviders.findByIssuer(issuer);
    return row ? this.connect(row) : undefined;
  }

  private connect({ encryptedSecret, ...row }: CustomProviderEntity): IdentityProvider {
    const { id, identifier, revision } = row;
    const stored = this.cache.get(identifier);
    if (stored?.id === id && stored.revision === revision) return stored.provider;
    const provider = this.providers.createCustom(row, this.secrets.decrypt(id, encryptedSecret));
    this.cache.set(identifier, { id, revision, provider });
    return provider;
  }
}
