import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SsoProvider } from './domain/sso-provider.js';
import { SsoDomainEntity } from './sso-domain.entity.js';
import { SsoProviderEntity } from './sso-provider.entity.js';

/** SAML identity providers and their email domains. */
@Injectable()
export class SsoProvidersRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<SsoProvider[]> {
    return this.database.em.find(SsoProviderEntity, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  findById(id: string): Promise<SsoProvider | null> {
    return this.database.em.findOne(SsoProviderEntity, { id });
  }

  findByDomain(domain: string): Promise<SsoProvider | null> {
    const { em } = this.database;
    const owner = em.createQueryBuilder(SsoDomainEntity).select('providerId').where({ domain });
    return em.findOne(SsoProviderEntity, { id: { $in: owner } });
  }

  findByEntityId(entityId: string): Promise<SsoProvider | null> {
    return this.database.em.findOne(SsoProviderEntity, { entityId });
  }

  /** Returns those of the domains that belong to another identity provider. */
  async findTakenDomains(domains: readonly string[], exceptId: string): Promise<string[]> {
    const taken = await this.database.em.find(
      SsoDomainEntity,
      { domain: { $in: [...domains] }, providerId: { $ne: exceptId } },
      { orderBy: { domain: 'asc' } },
    );
    return taken.map(({ domain }) => domain);
  }

  /** Serializes writes until the transaction ends. */
  async lockAll(): Promise<void> {
    await this.database.lock('sso-providers');
  }

  /** Inserts or replaces the identity provider. */
  async save({ domains, ...provider }: SsoProvider): Promise<void> {
    const { em } = this.database;
    await em.upsert(SsoProviderEntity, provider, {
      onConflictFields: ['id'],
      onConflictExcludeFields: ['id', 'entityId', 'createdAt'],
    });
    await em.nativeDelete(SsoDomainEntity, { providerId: provider.id });
    await em.insertMany(
      SsoDomainEntity,
      domains.map((domain) => ({ domain, providerId: provider.id })),
    );
  }

  async remove(id: string): Promise<void> {
    await this.database.em.nativeDelete(SsoProviderEntity, { id });
  }
}
