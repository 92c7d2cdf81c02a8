import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { ProviderCustomerEntity } from './provider-customer.entity.js';

/**
 * The customers of each user at the provider. Usually one; another is created by the provider's hosted page, or by two requests at the
 * same time. All of them are kept, because each can have cards and subscriptions.
 */
@Injectable()
export class ProviderCustomers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The current one. */
  async idOf(userId: string): Promise<string | undefined> {
    const customer = await this.database.em.findOne(ProviderCustomerEntity, { userId, isCurrent: true });
    return customer?.providerCustomerId;
  }

  async allOf(userId: string): Promise<string[]> {
    const found = await this.database.em.find(ProviderCustomerEntity, { userId });
    return found.map(({ providerCustomerId }) => providerCustomerId);
  }

  /** Whose customer this is, current or not. */
  async userOf(providerCustomerId: string): Promise<string | undefined> {
    const customer = await this.database.em.findOne(ProviderCustomerEntity, providerCustomerId);
    return customer?.userId;
  }

  /** Adds it unless it is known. The first one of a user is the current one. */
  async add(userId: string, providerCustomerId: string): Promise<void> {
    for (const isCurrent of [true, false]) {
      const customer = { providerCustomerId, userId, isCurrent, createdAt: this.clock.now() };
      const { affectedRows } = await this.database.em
        .createQueryBuilder(ProviderCustomerEntity)
        .insert(customer)
        .onConflict()
        .ignore()
        .execute('run');
      if (affectedRows > 0) return;
    }
  }

  /** Adds it, if necessary, as the current one. Requires a transaction. */
  async makeCurrent(userId: string, providerCustomerId: string): Promise<void> {
    if ((await this.idOf(userId)) === providerCustomerId) return;
    const { em } = this.database;
    await em.nativeUpdate(ProviderCustomerEntity, { userId, isCurrent: true }, { isCurrent: false });
    const customer = { providerCustomerId, userId, isCurrent: true, createdAt: this.clock.now() };
    await em.upsert(ProviderCustomerEntity, customer, {
      onConflictFields: ['providerCustomerId'],
      onConflictMergeFields: ['isCurrent'],
    });
  }
}
