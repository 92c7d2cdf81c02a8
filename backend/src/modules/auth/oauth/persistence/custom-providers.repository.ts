import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { CustomProviderType } from '../domain/custom-provider.js';
import { CustomProviderEntity, type CustomProviderRecord } from './custom-provider.entity.js';

const OLDEST_FIRST = { createdAt: 'asc', id: 'asc' } as const;

/** Identity providers added through the admin API. */
@Injectable()
export class CustomProvidersRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first, optionally filtered by type. */
  list(providerType: CustomProviderType | undefined): Promise<CustomProviderEntity[]> {
    const filter = providerType === undefined ? {} : { providerType };
    return this.database.em.find(CustomProviderEntity, filter, { orderBy: OLDEST_FIRST });
  }

  find(identifier: string): Promise<CustomProviderEntity | null> {
    return this.database.em.findOne(CustomProviderEntity, { identifier });
  }

  /** The oldest enabled provider with this issuer. */
  findByIssuer(issuer: string): Promise<CustomProviderEntity | null> {
    return this.database.em.findOne(
      CustomProviderEntity,
      { issuer, enabled: true },
      { orderBy: OLDEST_FIRST },
    );
  }

  /** Oldest first. */
  listEnabled(): Promise<Pick<CustomProviderEntity, 'identifier' | 'name'>[]> {
    return this.database.em.find(
      CustomProviderEntity,
      { enabled: true },
      { fields: ['identifier', 'name'], orderBy: OLDEST_FIRST },
    );
  }

  /** Serializes writes until the transaction ends. */
  async lockAll(): Promise<void> {
    await this.database.lock('custom-providers');
  }

  count(): Promise<number> {
    return this.database.em.count(CustomProviderEntity);
  }

  /** Inserts or replaces the provider. */
  async save(provider: CustomProviderRecord): Promise<void> {
    await this.database.em.upsert(CustomProviderEntity, provider, {
      onConflictFields: ['id'],
      onConflictExcludeFields: ['id', 'identifier', 'providerType', 'createdAt'],
    });
  }

  async remove(id: string): Promise<void> {
    await this.database.em.nativeDelete(CustomProviderEntity, { id });
  }
}
