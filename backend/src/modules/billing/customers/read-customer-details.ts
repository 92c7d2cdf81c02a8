import { Injectable } from '@nestjs/common';
import { Users } from '../../auth/index.js';
import { BillingDetailsRepository } from '../billing-details/billing-details.repository.js';
import type { CustomerDetails } from './customers.port.js';

/** Reads what the provider shows of a user. */
@Injectable()
export class ReadCustomerDetails {
  constructor(
    private readonly users: Users,
    private readonly billingDetails: BillingDetailsRepository,
  ) {}

  /** As they are now; undefined if the user was deleted. */
  async read(userId: string): Promise<CustomerDetails | undefined> {
    const user = await this.users.findById(userId);
    if (!user) return undefined;
    const { email, fullName } = user;
    const details = await this.billingDetails.find(userId);
    if (!details) return { email, name: fullName };
    const { name, company, taxId, line1, line2, city, state, postalCode, country } = details;
    const address = { line1, line2, city, state, postalCode, country };
    return { email, name: company ?? name, billing: { address, taxId } };
  }
}
