import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Users } from '../../auth/index.js';
import { providerCustomerChanged } from '../events.js';
import { CustomersPort } from './customers.port.js';
import { ProviderCustomers } from './provider-customers.repository.js';
import { ReadCustomerDetails } from './read-customer-details.js';

/** The customer of a user at the provider, created when it is first needed. */
@Injectable()
export class EnsureCustomer {
  constructor(
    private readonly customers: CustomersPort,
    private readonly customerIds: ProviderCustomers,
    private readonly readDetails: ReadCustomerDetails,
    private readonly users: Users,
    private readonly outbox: Outbox,
    private readonly database: Database,
  ) {}

  /**
   * Returns the customer's id, which is stored before anything is added to the customer. One that was deleted at the provider is
   * forgotten and replaced.
   */
  async ensure(userId: string): Promise<string> {
    const known = await this.customerIds.findIdByUser(userId);
    if (known && (await this.customers.exists(known))) return known;
    const details = await this.readDetails.read(userId);
    if (!details) throw new Error(`User ${userId} not found.`);
    const stored = await this.customerIds.findIdsByUser(userId);
    // An earlier attempt may have been interrupted before it stored the id.
    const found = await this.existing([...stored, ...(await this.customers.findAllByUser(userId))]);
    const key = `customer:${userId}:${uuid()}`;
    const created = found.length > 0 ? [] : [await this.customers.create({ ...details, userId, key })];
    await this.database.transaction(async () => {
      // Later changes wait, and are sent to the customers that are stored here.
      await this.users.lockById(userId);
      const hasLatestDetails = isDeepStrictEqual(await this.readDetails.read(userId), details);
      for (const id of stored) if (!found.includes(id)) await this.customerIds.deleteByProviderId(id);
      for (const id of found) await this.customerIds.add(userId, id);
      for (const id of created) await this.customerIds.add(userId, id, { hasLatestDetails });
      // Another request may have been faster.
      const providerCustomerId = (await this.customerIds.findIdByUser(userId)) ?? found[0]!;
      await this.customerIds.makeCurrent(userId, providerCustomerId);
      if (known) await this.outbox.emit(providerCustomerChanged, { providerCustomerId });
    });
    return (await this.customerIds.findIdByUser(userId))!;
  }

  /** Search may still find deleted ones. */
  private async existing(ids: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const id of new Set(ids)) if (await this.customers.exists(id)) found.push(id);
    return found;
  }
}
