import { defineEntity, p } from '@mikro-orm/postgresql';
import { SsoProviderEntity } from './sso-provider.entity.js';

const SsoDomainSchema = defineEntity({
  name: 'SsoDomain',
  tableName: 'sso_domains',
  properties: {
    domain: p.text().primary(),
    providerId: () =>
      p
        .manyToOne(SsoProviderEntity)
        .mapToPk()
        .joinColumn('provider_id')
        .deleteRule('cascade')
        .index('sso_domains_provider'),
  },
});

export class SsoDomainEntity extends SsoDomainSchema.class {}
SsoDomainSchema.setClass(SsoDomainEntity);
