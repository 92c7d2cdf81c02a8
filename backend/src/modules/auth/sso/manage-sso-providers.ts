import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { InvalidInputError } from '../core/auth-errors.js';
import {
  SsoProviderExistsError,
  SsoDomainExistsError,
  EntityIdMismatchError,
  SamlDisabledError,
  SsoProviderNotFoundError,
} from './domain/sso-errors.js';
import { SamlClient, type AttributeMapping, type SsoProvider } from './domain/sso-provider.js';
import { SsoProvidersRepository } from './sso-providers.repository.js';

/** Undefined fields stay unchanged. */
export interface SsoProviderInput {
  metadataUrl: string | undefined;
  metadataXml: string | undefined;
  domains: readonly string[] | undefined;
  attributeMapping: AttributeMapping | undefined;
  nameIdFormat: string | undefined;
  disabled: boolean | undefined;
}

/** Manages SSO identity providers for callers with the service key. */
@Injectable()
export class ManageSsoProviders {
  constructor(
    private readonly database: Database,
    private readonly providers: SsoProvidersRepository,
    private readonly samlClient: SamlClient,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  async list(): Promise<SsoProvider[]> {
    this.assertEnabled();
    return this.providers.list();
  }

  async find(id: string): Promise<SsoProvider> {
    this.assertEnabled();
    const provider = await this.providers.findById(id);
    if (!provider) throw notFound();
    return provider;
  }

  /** Throws `saml_idp_already_exists`, `sso_domain_already_exists`, `saml_metadata_fetch_failed`, `validation_failed`. */
  async create(input: SsoProviderInput): Promise<SsoProvider> {
    this.assertEnabled();
    const metadata = await this.readMetadata(input);
    if (!metadata) throw new InvalidInputError('Either metadata_xml or metadata_url must be set');
    const now = this.clock.now();
    const provider = {
      id: uuid(),
      ...metadata,
      domains: input.domains ?? [],
      attributeMapping: input.attributeMapping ?? {},
      nameIdFormat: input.nameIdFormat ?? null,
      disabled: input.disabled ?? false,
      createdAt: now,
      updatedAt: now,
    };
    await this.save('sso-provider.created', provider, async () => {
      if (await this.providers.findByEntityId(provider.entityId)) throw new SsoProviderExistsError();
      return provider;
    });
    return this.find(provider.id);
  }

  /** Throws what {@link create} throws, `sso_provider_not_found`, and `saml_entity_id_mismatch` for another provider's metadata. */
  async update(id: string, input: SsoProviderInput): Promise<SsoProvider> {
    const existing = await this.find(id);
    const metadata = await this.readMetadata(input);
    if (metadata && metadata.entityId !== existing.entityId) throw new EntityIdMismatchError();
    await this.save('sso-provider.changed', existing, async () => {
      const current = await this.providers.findById(id);
      if (!current) throw notFound();
      return {
        ...current,
        ...metadata,
        domains: input.domains ?? current.domains,
        attributeMapping: input.attributeMapping ?? current.attributeMapping,
        nameIdFormat: input.nameIdFormat ?? current.nameIdFormat,
        disabled: input.disabled ?? current.disabled,
        updatedAt: this.clock.now(),
      };
    });
    return this.find(id);
  }

  /** Its users keep their accounts but need another sign-in method. */
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

  private save(
    action: AuditAction,
    subject: Pick<SsoProvider, 'id' | 'entityId'>,
    build: () => Promise<SsoProvider>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      await this.providers.lockAll();
      const provider = await build();
      const [conflict] = await this.providers.findTakenDomains(provider.domains, provider.id);
      if (conflict !== undefined) throw new SsoDomainExistsError(conflict);
      await this.providers.save(provider);
      await this.record(action, subject);
    });
  }

  private record(action: AuditAction, { id, entityId }: Pick<SsoProvider, 'id' | 'entityId'>): Promise<void> {
    const subject = { type: 'sso-provider', id } as const;
    return this.audit.record({ actorId: null, action, subject, details: { entityId, by: 'service key' } });
  }

  private assertEnabled(): void {
    if (!this.settings.auth.saml) throw new SamlDisabledError();
  }
}

function notFound(): SsoProviderNotFoundError {
  return new SsoProviderNotFoundError('No such SSO provider');
}
