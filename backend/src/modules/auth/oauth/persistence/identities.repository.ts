import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { IdentityEntity } from '../../users/persistence/identity.entity.js';

/** Identities at external providers, by the provider's user id. */
@Injectable()
export class IdentitiesRepository {
  constructor(private readonly database: Database) {}

  find(provider: string, providerId: string): Promise<IdentityEntity | null> {
    return this.database.em.findOne(IdentityEntity, { provider, providerId });
  }

  /**
   * Locks the identity until the transaction ends, whether or not it exists, which serializes sign-ins with it. To prevent deadlocks,
   * call before locking any user.
   */
  async lock(provider: string, providerId: string): Promise<IdentityEntity | null> {
    await this.database.lock(`identity:${provider}:${providerId}`);
    return this.database.em.findOne(IdentityEntity, { provider, providerId }, { refresh: true });
  }

  async remove(id: string): Promise<void> {
    await this.database.em.nativeDelete(IdentityEntity, { id });
  }
}
