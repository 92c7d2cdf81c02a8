import { Injectable } from '@nestjs/common';
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

  /** Returns the customer's id. `key` is the idempotency key. */
  async ensure(userId: string, key: string): Promise<string> {
    const known = await this.customerIds.idOf(userId);
    if (known) return known;
    const user = await this.users.findById(userId);
    if (!user) throw new Error(`User ${userId} not found.`);
    const created = await this.customers.ensure({ userId, email: user.email, name: user.fullName, key });
    await this.database.transaction(() => this.customerIds.save(userId, created));
    return created;
  }
}
