import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { IdentityEntity } from './identity.entity.js';

/** Ways in which accounts are known elsewhere, by the provider's own id for them. */
@Injectable()
export class IdentitiesRepository {
  constructor(private readonly database: Database) {}

  find(provider: string, providerId: string): Promise<IdentityEntity | null> {
    return this.database.em.findOne(IdentityEntity, { provider, providerId });
  }

  /** In a transaction: holds the identity until it ends, known or not, so that two sign-ins with it come one by one. Before any account. */
  async lock(provider: string, providerId: string): Promise<IdentityEntity | null> {
    await this.database.query({
      text: `select pg_advisory_xact_lock(hashtextextended('identity:' || $1 || ':' || $2, 0))`,
      values: [provider, providerId],
    });
    return this.database.em.findOne(IdentityEntity, { provider, providerId }, { refresh: true });
  }

  async remove(id: string): Promise<void> {
    await this.database.em.nativeDelete(IdentityEntity, { id });
  }
}
