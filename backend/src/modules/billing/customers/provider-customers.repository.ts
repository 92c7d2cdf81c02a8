import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { ProviderCustomerEntity } from './provider-customer.entity.js';

/** The provider's customer id of each user. */
@Injectable()
export class ProviderCustomers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async idOf(userId: string): Promise<string | undefined> {
    const customer = await this.database.em.findOne(ProviderCustomerEntity, { userId });
    return customer?.providerCustomerId;
  }

  async userOf(providerCustomerId: string): Promise<string | undefined> {
    const customer = await this.database.em.findOne(ProviderCustomerEntity, { providerCustomerId });
    return customer?.userId;
  }

  /** Does nothing if the user already has one. */
  async save(userId: string, providerCustomerId: string): Promise<void> {
    await this.database.em
      .createQueryBuilder(ProviderCustomerEntity)
      .insert({ userId, providerCustomerId, createdAt: this.clock.now() })
      .onConflict()
      .ignore()
      .execute('run');
  }

  /** Replaces the one that the user already has, if any. */
  async replace(userId: string, providerCustomerId: string): Promise<void> {
    const customer = { userId, providerCustomerId, createdAt: this.clock.now() };
    await this.database.em.upsert(ProviderCustomerEntity, customer, {
      onConflictFields: ['userId'],
      onConflictMergeFields: ['providerCustomerId'],
    });
  }
}
