import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import {
  SsoProviderExistsError,
  SsoDomainExistsError,
  EntityIdMismatchError,
  SamlDisabledError,
  SsoProviderNotFoundError,
} from '../../domain/sso-errors.js';
import { SamlClient, type AttributeMapping, type SsoProvider } from '../../domain/sso-provider.js';
import { SsoProvidersRepository } from '../../persistence/sso-providers.repository.js';

/** What the operator's server wishes of an identity provider; what is undefined stays as it is. */
export interface SsoProviderInput {
  metadataUrl: string | undefined;
  metadataXml: string | undefined;
  domains: readonly string[] | undefined;
  attributeMapping: AttributeMapping | undefined;
  nameIdFormat: string | undefined;
  disabled: boolean | undefined;
}

/** Identity providers, for the service key. */
@Injectable()
export class ManageSsoProviders {
  constructor(
    private readonly database: Database,
    private readonly providers: SsoProvidersRepository,
    private readonly samlClient: SamlClient,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<SsoProvider[]> {
    this.assertOn();
    return this.providers.list();
  }

  async find(id: string): Promise<SsoProvider> {
    this.assertOn();
    const provider = await this.providers.findById(id);
    if (!provider) throw unknown();
    return provider;
  }

  /** Throws `saml_idp_already_exists`, `sso_domain_already_exists`, `saml_metadata_fetch_failed`, `validation_failed`. */
  async create(input: SsoProviderInput): Promise<SsoProvider> {
    this.assertOn();
    const described = await this.readMetadata(input);
    if (!described) throw new InvalidInputError('Either metadata_xml or metadata_url must be set');
    const now = this.clock.now();
    const provider = {
      id: uuid(),
      ...described,
      domains: input.domains ?? [],
      attributeMapping: input.attributeMapping ?? {},
      nameIdFormat: input.nameIdFormat ?? null,
      disabled: input.disabled ?? false,
      createdAt: now,
      updatedAt: now,
    };
    await this.write('sso-provider.created', provider, async () => {
      if (await this.providers.findByEntityId(provider.entityId)) throw new SsoProviderExistsError();
      return provider;
    });
    return this.find(provider.id);
  }

  /** Throws what {@link create} throws; `saml_entity_id_mismatch` for another identity provider's metadata; `sso_provider_not_found`. */
  async update(id: string, input: SsoProviderInput): Promise<SsoProvider> {
    const known = await this.find(id);
    const described = await this.readMetadata(input);
    if (described && described.entityId !== known.entityId) throw new EntityIdMismatchError();
    await this.write('sso-provider.changed', known, async () => {
      const present = await this.providers.findById(id);
      if (!present) throw unknown();
      return {
        ...present,
        ...described,
        domains: input.domains ?? present.domains,
        attributeMapping: input.attributeMapping ?? present.attributeMapping,
        nameIdFormat: input.nameIdFormat ?? present.nameIdFormat,
        disabled: input.disabled ?? present.disabled,
        updatedAt: this.clock.now(),
      };
    });
    return this.find(id);
  }

  /** Its people keep their accounts, and need another sign-in method. */
  async remove(id: string): Promise<SsoProvider> {
    const provider = await this.find(id);
    await this.database.transaction(async () => {
      await this.providers.remove(id);
      await this.record('sso-provider.removed', provider);
    });
    return provider;
  }

  private async readMetadata({ metadataUrl, metadataXml }: SsoProviderInput) {
    if (metadataUrl !== undefined && metadataXml !== undefined) {
      throw new InvalidInputError('Only one of metadata_xml or metadata_url needs to be set');
    }
    const xml = metadataUrl === undefined ? metadataXml : await this.samlClient.fetchMetadata(metadataUrl);
    if (xml === undefined) return undefined;
    return {
      ...(await this.samlClient.parseMetadata(xml)),
      metadataXml: xml,
      metadataUrl: metadataUrl ?? null,
    };
  }

  private write(
    action: string,
    about: Pick<SsoProvider, 'id' | 'entityId'>,
    make: () => Promise<SsoProvider>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      await this.providers.lockAll();
      const provider = await make();
      const [taken] = await this.providers.findTakenDomains(provider.domains, provider.id);
      if (taken !== undefined) throw new SsoDomainExistsError(taken);
      await this.providers.save(provider);
      await this.record(action, about);
    });
  }

  private record(action: string, { id, entityId }: Pick<SsoProvider, 'id' | 'entityId'>): Promise<void> {
    const subject = { type: 'sso-provider', id };
    return this.audit.record({ actorId: null, action, subject, details: { entityId, by: 'service key' } });
  }

  private assertOn(): void {
    if (!this.settings.auth.saml) throw new SamlDisabledError();
  }
}

function unknown(): SsoProviderNotFoundError {
  return new SsoProviderNotFoundError('No such SSO provider');
}
