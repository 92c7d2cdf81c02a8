import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { CustomProvider, CustomProviderType } from '../domain/custom-provider.js';

/** With the encrypted client secret. */
export type CustomProviderRow = CustomProvider & { encryptedSecret: Buffer };

const COLUMNS = {
  id: 'id',
  identifier: 'identifier',
  providerType: 'provider_type',
  name: 'name',
  clientId: 'client_id',
  encryptedSecret: 'client_secret',
  acceptableClientIds: 'acceptable_client_ids',
  scopes: 'scopes',
  pkceEnabled: 'pkce_enabled',
  attributeMapping: 'attribute_mapping',
  customClaimsAllowlist: 'custom_claims_allowlist',
  authorizationParams: 'authorization_params',
  enabled: 'enabled',
  emailOptional: 'email_optional',
  issuer: 'issuer',
  discoveryUrl: 'discovery_url',
  skipNonceCheck: 'skip_nonce_check',
  discoveryDocument: 'discovery_document',
  authorizationUrl: 'authorization_url',
  tokenUrl: 'token_url',
  userinfoUrl: 'userinfo_url',
  jwksUri: 'jwks_uri',
  revision: 'revision',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof CustomProviderRow, string>;

const PROPERTIES = Object.keys(COLUMNS) as (keyof CustomProviderRow)[];
const JSON_PROPERTIES: readonly string[] = ['attributeMapping', 'authorizationParams', 'discoveryDocument'];
const IMMUTABLE_PROPERTIES: readonly string[] = ['id', 'identifier', 'providerType', 'createdAt'];

const SELECT = `select ${PROPERTIES.map((name) => `${COLUMNS[name]} as "${name}"`).join(', ')} from custom_providers`;
const SAVE = `insert into custom_providers (${Object.values(COLUMNS).join(', ')})
  values (${PROPERTIES.map((_, index) => `$${index + 1}`).join(', ')})
  on conflict (id) do update set ${PROPERTIES.filter((name) => !IMMUTABLE_PROPERTIES.includes(name))
    .map((name) => `${COLUMNS[name]} = excluded.${COLUMNS[name]}`)
    .join(', ')}`;

/** Identity providers added through the admin API. */
@Injectable()
export class CustomProvidersRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first, optionally filtered by type. */
  list(type: CustomProviderType | undefined): Promise<CustomProviderRow[]> {
    return this.database.query<CustomProviderRow>({
      text: `${SELECT} where $1::text is null or provider_type = $1 order by created_at, id`,
      values: [type ?? null],
    });
  }

  async find(identifier: string): Promise<CustomProviderRow | undefined> {
    const [row] = await this.database.query<CustomProviderRow>({
      name: 'custom-provider',
      text: `${SELECT} where identifier = $1`,
      values: [identifier],
    });
    return row;
  }

  /** The oldest enabled provider with this issuer. */
  async findByIssuer(issuer: string): Promise<CustomProviderRow | undefined> {
    const [row] = await this.database.query<CustomProviderRow>({
      text: `${SELECT} where issuer = $1 and enabled order by created_at, id limit 1`,
      values: [issuer],
    });
    return row;
  }

  /** Oldest first. */
  listEnabled(): Promise<Pick<CustomProvider, 'identifier' | 'name'>[]> {
    return this.database.query<Pick<CustomProvider, 'identifier' | 'name'>>({
      text: 'select identifier, name from custom_providers where enabled order by created_at, id',
    });
  }

  /** Serializes writes until the transaction ends. */
  async lockAll(): Promise<void> {
    await this.database.query({
      text: `select pg_advisory_xact_lock(hashtextextended('custom-providers', 0))`,
    });
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>({
      text: 'select count(*)::int as count from custom_providers',
    });
    return row!.count;
  }

  /** Inserts or replaces the provider. */
  async save(provider: CustomProviderRow): Promise<void> {
    const valueOf = (name: keyof CustomProviderRow): unknown => {
      const value = provider[name];
      return JSON_PROPERTIES.includes(name) && value !== null ? JSON.stringify(value) : value;
    };
    await this.database.query({ text: SAVE, values: PROPERTIES.map(valueOf) });
  }

  async remove(id: string): Promise<void> {
    await this.database.query({ text: 'delete from custom_providers where id = $1', values: [id] });
  }
}
