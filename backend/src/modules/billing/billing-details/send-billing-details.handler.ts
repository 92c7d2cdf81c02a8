import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { CustomersPort } from '../customers/customers.port.js';
import { EnsureCustomer } from '../customers/ensure-customer.js';
import { billingDetailsChanged } from '../events.js';
import { BillingDetailsRepository } from './billing-details.repository.js';

/** Sends a customer's billing details to the payment provider. Always sends the latest ones, even if it runs late. */
@Injectable()
export class SendBillingDetails extends EffectHandler<{ userId: string }, void> {
  override readonly id = 'send-billing-details';
  override readonly event = billingDetailsChanged;

  constructor(
    private readonly details: BillingDetailsRepository,
    private readonly customers: CustomersPort,
    private readonly ensureCustomer: EnsureCustomer,
  ) {
    super();
  }

  override async perform({ userId }: { userId: string }): Promise<void> {
    const details = await this.details.find(userId);
    if (!details) return;
    const customerId = await this.ensureCustomer.ensure(userId);
    const { name, company, taxId, line1, line2, city, state, postalCode, country } = details;
    const address = { line1, line2, city, state, postalCode, country };
    await this.customers.updateDetails(customerId, { name: company ?? name, address, taxId });
  }

  override async record(): Promise<void> {}
}
