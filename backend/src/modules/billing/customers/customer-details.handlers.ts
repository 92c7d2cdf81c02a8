import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { userDetailsChanged } from '../../auth/index.js';
import { billingDetailsChanged } from '../events.js';
import { SendCustomerDetails } from './send-customer-details.js';

/** Sends a customer's billing details to the payment provider. Always sends the latest ones, even if it runs late. */
@Injectable()
export class SendBillingDetails extends EffectHandler<{ userId: string }, void> {
  override readonly id = 'send-billing-details';
  override readonly event = billingDetailsChanged;

  constructor(private readonly sendDetails: SendCustomerDetails) {
    super();
  }

  override perform({ userId }: { userId: string }): Promise<void> {
    return this.sendDetails.send(userId);
  }

  override async record(): Promise<void> {}
}

/** Sends a customer's new email or name to the payment provider. */
@Injectable()
export class SendUserDetails extends EffectHandler<{ userId: string }, void> {
  override readonly id = 'send-user-details';
  override readonly event = userDetailsChanged;

  constructor(private readonly sendDetails: SendCustomerDetails) {
    super();
  }

  override perform({ userId }: { userId: string }): Promise<void> {
    return this.sendDetails.send(userId);
  }

  override async record(): Promise<void> {}
}
