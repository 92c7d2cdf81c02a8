import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const SsoProviderSchema = defineEntity({
  name: 'SsoProvider',
  tableName: 'sso_providers',
  properties: {
    id: p.uuid().primary(),
    entityId: p.text().unique(),
    metadataUrl: p.text().nullable(),
    metadataXml: p.text(),
    entryPoint: p.text(),
    certificates: p.json<Record<string, unknown>>(),
    attributeMapping: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    nameIdFormat: p.text().nullable(),
    disabled: p.boolean().default(false),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
});

export class SsoProviderEntity extends SsoProviderSchema.class {}
SsoProviderSchema.setClass(SsoProviderEntity);
