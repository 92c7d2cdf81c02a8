import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import type { AttributeMapping } from './domain/sso-provider.js';

const SsoProviderSchema = defineEntity({
  name: 'SsoProvider',
  tableName: 'sso_providers',
  properties: {
    id: p.uuid().primary(),
    entityId: p.text().unique(),
    metadataUrl: p.text().strictNullable(),
    metadataXml: p.text(),
    entryPoint: p.text(),
    /** Base64 without the PEM header and footer. */
    certificates: p.json<readonly string[]>(),
    attributeMapping: p.json<AttributeMapping>().defaultRaw(`'{}'`),
    nameIdFormat: p.text().strictNullable(),
    disabled: p.boolean().default(false),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    /** Email domains, sorted. Read-only: stored by `SsoDomainEntity`. */
    domains: p
      .array()
      .formula(
        ({ id }) =>
          `(select coalesce(array_agg(domain order by domain), '{}') from sso_domains where provider_id = ${id})`,
      ),
  },
});

export class SsoProviderEntity extends SsoProviderSchema.class {}
SsoProviderSchema.setClass(SsoProviderEntity);
