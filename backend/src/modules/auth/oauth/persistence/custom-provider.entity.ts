import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';
import type { CustomProvider } from '../domain/custom-provider.js';

const CustomProviderSchema = defineEntity({
  name: 'CustomProvider',
  tableName: 'custom_providers',
  properties: {
    id: p.uuid().primary(),
    identifier: p.text().unique(),
    providerType: p.enum(['oauth2', 'oidc']),
    name: p.text(),
    clientId: p.text(),
    /** The client secret. */
    encryptedSecret: p.blob().$type<Buffer>().fieldName('client_secret'),
    acceptableClientIds: p.array().$type<readonly string[]>(),
    scopes: p.array().$type<readonly string[]>(),
    pkceEnabled: p.boolean(),
    attributeMapping: p.json<CustomProvider['attributeMapping']>(),
    customClaimsAllowlist: p.array().$type<readonly string[]>(),
    authorizationParams: p.json<CustomProvider['authorizationParams']>(),
    enabled: p.boolean(),
    emailOptional: p.boolean(),
    /** Compared verbatim. OpenID Connect only, like the next three. */
    issuer: p.text().strictNullable(),
    discoveryUrl: p.text().strictNullable(),
    skipNonceCheck: p.boolean(),
    discoveryDocument: p.json<NonNullable<CustomProvider['discoveryDocument']>>().strictNullable(),
    /** Plain OAuth only, like the next three. */
    authorizationUrl: p.text().strictNullable(),
    tokenUrl: p.text().strictNullable(),
    userinfoUrl: p.text().strictNullable(),
    jwksUri: p.text().strictNullable(),
    /** Changes with every update. */
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

/** A provider, whether or not MikroORM manages it. */
export type CustomProviderRecord = InferEntity<typeof CustomProviderSchema>;
