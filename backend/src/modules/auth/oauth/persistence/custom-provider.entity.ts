import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';

const CustomProviderSchema = defineEntity({
  name: 'CustomProvider',
  tableName: 'custom_providers',
  properties: {
    id: p.uuid().primary(),
    identifier: p.text().unique(),
    providerType: p.enum(['oauth2', 'oidc']),
    name: p.text(),
    clientId: p.text(),
    clientSecret: p.blob(),
    acceptableClientIds: p.array(),
    scopes: p.array(),
    pkceEnabled: p.boolean(),
    attributeMapping: p.json<Record<string, unknown>>(),
    customClaimsAllowlist: p.array(),
    authorizationParams: p.json<Record<string, unknown>>(),
    enabled: p.boolean(),
    emailOptional: p.boolean(),
    issuer: p.text().nullable(),
    discoveryUrl: p.text().nullable(),
    skipNonceCheck: p.boolean(),
    discoveryDocument: p.json<Record<string, unknown>>().nullable(),
    authorizationUrl: p.text().nullable(),
    tokenUrl: p.text().nullable(),
    userinfoUrl: p.text().nullable(),
    jwksUri: p.text().nullable(),
    revision: p.integer(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  indexes: [
    {
      name: 'custom_providers_issuer',
      where: 'issuer IS NOT NULL',
      properties: ['issuer'],
    },
  ],
  checks: [
    {
      name: 'custom_providers_check',
      expression: "(provider_type = 'oidc'::text) = (issuer IS NOT NULL)",
    },
    {
      name: 'custom_providers_check1',
      expression:
        "(provider_type = 'oauth2'::text) = ((authorization_url IS NOT NULL) AND (token_url IS NOT NULL) AND (userinfo_url IS NOT NULL))",
    },
  ],
});

export class CustomProviderEntity extends CustomProviderSchema.class {}
CustomProviderSchema.setClass(CustomProviderEntity);
