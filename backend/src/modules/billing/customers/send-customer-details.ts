import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { CustomersPort, type CustomerDetails } from './customers.port.js';
import { ProviderCustomers } from './provider-customers.repository.js';
import { ReadCustomerDetails } from './read-customer-details.js';

/** Sends a user's email, name and billing details to all of their customers at the provider. */
@Injectable()
export class SendCustomerDetails {
  constructor(
    private readonly customers: CustomersPort,
    private readonly customerIds: ProviderCustomers,
    private readonly readDetails: ReadCustomerDetails,
  ) {}

  /** Sends the latest ones, also if they change meanwhile: another change may have been sent first. Nothing for deleted users. */
  async send(userId: string): Promise<void> {
    let sent: CustomerDetails | undefined;
    let latest = await this.readDetails.read(userId);
    while (latest && !isDeepStrictEqual(latest, sent)) {
      sent = latest;
      for (const id of await this.customerIds.findIdsByUser(userId))
        if (!(await this.customers.updateDetails(id, sent))) await this.customerIds.deleteByProviderId(id);
      latest = await this.readDetails.read(userId);
    }
  }
}
