import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Users } from '../../auth/index.js';
import { CustomersPort } from './customers.port.js';
import { ProviderCustomers } from './provider-customers.repository.js';

/** The customer of a user at the provider, created when it is first needed. */
@Injectable()
export class EnsureCustomer {
  constructor(
    private readonly customers: CustomersPort,
    private readonly customerIds: ProviderCustomers,
    private readonly users: Users,
    private readonly database: Database,
  ) {}

  /** Returns the customer's id, which is stored before anything is added to the customer. */
  async ensure(userId: string): Promise<string> {
    const known = await this.customerIds.idOf(userId);
    if (known) return known;
    const user = await this.users.findById(userId);
    if (!user) throw new Error(`User ${userId} not found.`);
    // An earlier attempt may have been interrupted before it stored the id.
    const found = await this.customers.findAllOf(userId);
    const { email, fullName: name } = user;
    const ids = found.length > 0 ? found : [await this.create({ userId, email, name })];
    await this.database.transaction(async () => {
      for (const id of ids) await this.customerIds.add(userId, id);
    });
    // Another request may have been faster.
    return (await this.customerIds.idOf(userId))!;
  }

  private create(user: { userId: string; email: string; name: string }): Promise<string> {
    return this.customers.create({ ...user, key: `customer:${user.userId}:${uuid()}` });
  }
}
