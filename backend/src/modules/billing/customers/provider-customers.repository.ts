import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { billingDetailsChanged } from '../events.js';
import { ProviderCustomerEntity } from './provider-customer.entity.js';

/**
 * The customers of each user at the provider. Usually one; another is created by the provider's hosted page, or by two requests at the
 * same time. All of them are kept, because each can have cards and subscriptions.
 */
@Injectable()
export class ProviderCustomers {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The current one. */
  async findIdByUser(userId: string): Promise<string | undefined> {
    const customer = await this.database.em.findOne(ProviderCustomerEntity, { userId, isCurrent: true });
    return customer?.providerCustomerId;
  }

  async findIdsByUser(userId: string): Promise<string[]> {
    const found = await this.database.em.find(ProviderCustomerEntity, { userId });
    return found.map(({ providerCustomerId }) => providerCustomerId);
  }

  /** Whose customer this is, current or not. */
  async findUserId(providerCustomerId: string): Promise<string | undefined> {
    const customer = await this.database.em.findOne(ProviderCustomerEntity, providerCustomerId);
    return customer?.userId;
  }

  /**
   * Adds it unless it is known. The first one of a user is the current one. Requires a transaction. The user's details are sent to it,
   * unless it was created with the latest ones.
   */
  async add(
    userId: string,
    providerCustomerId: string,
    { hasLatestDetails = false }: { hasLatestDetails?: boolean } = {},
  ): Promise<void> {
    for (const isCurrent of [true, false]) {
      const customer = { providerCustomerId, userId, isCurrent, createdAt: this.clock.now() };
      const { affectedRows } = await this.database.em
        .createQueryBuilder(ProviderCustomerEntity)
        .insert(customer)
        .onConflict()
        .ignore()
        .execute('run');
      if (affectedRows === 0) continue;
      if (!hasLatestDetails) await this.outbox.emit(billingDetailsChanged, { userId });
      return;
    }
  }

  /** One that was deleted at the provider. */
  async deleteByProviderId(providerCustomerId: string): Promise<void> {
    await this.database.em.nativeDelete(ProviderCustomerEntity, { providerCustomerId });
  }

  /** Adds it, if necessary, as the current one. Requires a transaction. */
  async makeCurrent(userId: string, providerCustomerId: string): Promise<void> {
    if ((await this.findIdByUser(userId)) === providerCustomerId) return;
    await this.add(userId, providerCustomerId);
    const { em } = this.database;
    await em.nativeUpdate(ProviderCustomerEntity, { userId, isCurrent: true }, { isCurrent: false });
    await em.nativeUpdate(ProviderCustomerEntity, { userId, providerCustomerId }, { isCurrent: true });
  }
}
