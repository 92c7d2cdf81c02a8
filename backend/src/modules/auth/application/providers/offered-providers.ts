import { Injectable } from '@nestjs/common';
import { isCustomIdentifier } from '../../domain/custom-provider.js';
import { IdentityProviders, type IdentityProvider } from '../../domain/identity-providers.js';
import {
  CustomProvidersRepository,
  type CustomProviderRow,
} from '../../persistence/custom-providers.repository.js';
import { CustomProviderSecrets } from './custom-provider-secrets.js';

interface Connected {
  id: string;
  revision: number;
  provider: IdentityProvider;
}

export interface OfferedProvider {
  /** What clients ask for. */
  name: string;
  /** For people; the settings give none. */
  title: string | undefined;
}

/**
 * Every provider that people may sign in with now: those of the settings, and those that the operator's server wrote. The row is read
 * each time, so a change is in force in every process at once; what was made of it (the issuer's document, its keys) is kept
 * while the row stays the same.
 */
@Injectable()
export class OfferedProviders {
  private readonly connected = new Map<string, Connected>();

  constructor(
    private readonly providers: IdentityProviders,
    private readonly customProviders: CustomProvidersRepository,
    private readonly secrets: CustomProviderSecrets,
  ) {}

  /** In the words of the wire protocol, and with the names for people of those that the operator's server named. */
  async list(): Promise<OfferedProvider[]> {
    const configured = this.providers.configuredNames();
    const written = (await this.customProviders.enabled()).filter(
      ({ identifier }) => !configured.includes(identifier),
    );
    return [
      ...configured.map((name) => ({ name, title: undefined })),
      ...written.map(({ identifier, name }) => ({ name: identifier, title: name })),
    ];
  }

  /** The settings win where both have the name. */
  async find(name: string): Promise<IdentityProvider | undefined> {
    const configured = this.providers.find(name);
    if (configured || !isCustomIdentifier(name)) return configured;
    const row = await this.customProviders.find(name);
    if (!row) this.connected.delete(name);
    return row?.enabled ? this.connect(row) : undefined;
  }

  /** The one whose tokens name this issuer. */
  async byIssuer(issuer: string): Promise<IdentityProvider | undefined> {
    const configured = this.providers.findByIssuer(issuer);
    if (configured) return configured;
    const row = await this.customProviders.findByIssuer(issuer);
    return row && this.connect(row);
  }

  private connect({ encryptedSecret, ...row }: CustomProviderRow): IdentityProvider {
    const { id, identifier, revision } = row;
    const stored = this.connected.get(identifier);
    if (stored?.id === id && stored.revision === revision) return stored.provider;
    const provider = this.providers.connect(row, this.secrets.decrypt(id, encryptedSecret));
    this.connected.set(identifier, { id, revision, provider });
    return provider;
  }
}
