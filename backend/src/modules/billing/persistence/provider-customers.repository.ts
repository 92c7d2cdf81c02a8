import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';

/** The provider's customer id of each user. */
@Injectable()
export class ProviderCustomers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async idOf(userId: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>({
      text: 'select provider_customer_id as id from provider_customers where user_id = $1',
      values: [userId],
    });
    return row?.id;
  }

  /** Does nothing if the user already has one. */
  async save(userId: string, providerCustomerId: string): Promise<void> {
    await this.database.query({
      text: `insert into provider_customers (user_id, provider_customer_id, created_at) values ($1, $2, $3)
             on conflict do nothing`,
      values: [userId, providerCustomerId, this.clock.now()],
    });
  }
}
