import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SsoProvider } from './domain/sso-provider.js';

const COLUMNS = `id, entity_id as "entityId", metadata_url as "metadataUrl", metadata_xml as "metadataXml",
  entry_point as "entryPoint", certificates, attribute_mapping as "attributeMapping", name_id_format as "nameIdFormat",
  disabled, created_at as "createdAt", updated_at as "updatedAt",
  (select coalesce(array_agg(domain order by domain), '{}') from sso_domains where provider_id = sso_providers.id) as domains`;

/** SAML identity providers and their email domains. */
@Injectable()
export class SsoProvidersRepository {
  constructor(private readonly database: Database) {}

  async list(): Promise<SsoProvider[]> {
    return this.database.query<SsoProvider>({
      text: `select ${COLUMNS} from sso_providers order by created_at, id`,
    });
  }

  async findById(id: string): Promise<SsoProvider | undefined> {
    return this.first('id = $1', id);
  }

  async findByDomain(domain: string): Promise<SsoProvider | undefined> {
    return this.first('id = (select provider_id from sso_domains where domain = $1)', domain);
  }

  async findByEntityId(entityId: string): Promise<SsoProvider | undefined> {
    return this.first('entity_id = $1', entityId);
  }

  /** Returns those of the domains that belong to another identity provider. */
  async findTakenDomains(domains: readonly string[], exceptId: string): Promise<string[]> {
    const rows = await this.database.query<{ domain: string }>({
      text: 'select domain from sso_domains where domain = any ($1) and provider_id <> $2 order by domain',
      values: [domains, exceptId],
    });
    return rows.map(({ domain }) => domain);
  }

  /** Serializes writes until the transaction ends. */
  async lockAll(): Promise<void> {
    await this.database.query({ text: `select pg_advisory_xact_lock(hashtextextended('sso-providers', 0))` });
  }

  /** Inserts or replaces the identity provider. */
  async save(provider: SsoProvider): Promise<void> {
    await this.database.query({
      text: `insert into sso_providers (id, entity_id, metadata_url, metadata_xml, entry_point, certificates, attribute_mapping,
                                        name_id_format, disabled, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             on conflict (id) do update set metadata_url = $3, metadata_xml = $4, entry_point = $5, certificates = $6,
               attribute_mapping = $7, name_id_format = $8, disabled = $9, updated_at = $11`,
      values: [
        provider.id,
        provider.entityId,
        provider.metadataUrl,
        provider.metadataXml,
        provider.entryPoint,
        JSON.stringify(provider.certificates),
        JSON.stringify(provider.attributeMapping),
        provider.nameIdFormat,
        provider.disabled,
        provider.createdAt,
        provider.updatedAt,
      ],
    });
    await this.database.query({
      text: 'delete from sso_domains where provider_id = $1',
      values: [provider.id],
    });
    await this.database.query({
      text: 'insert into sso_domains (domain, provider_id) select unnest($2::text[]), $1',
      values: [provider.id, provider.domains],
    });
  }

  async remove(id: string): Promise<void> {
    await this.database.query({ text: 'delete from sso_providers where id = $1', values: [id] });
  }

  private async first(condition: string, value: string): Promise<SsoProvider | undefined> {
    const text = `select ${COLUMNS} from sso_providers where ${condition}`;
    const [row] = await this.database.query<SsoProvider>({ text, values: [value] });
    return row;
  }
}
