import { Injectable } from '@nestjs/common';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { reasonOf } from '../../../platform/scheduler/isolated-rows.js';
import type { ProviderSubscription } from '../../billing/index.js';
import {
  RecurringSetups,
  SetUpRecurringBilling,
  subscriptionRecurringSetupDue,
  Subscriptions,
} from '../../subscriptions/index.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

interface Payload {
  subscriptionId: string;
}

/** Sets up recurring billing of a provisioned payment at the provider, with retries. */
@Injectable()
export class SetUpRecurringBillingHandler extends EffectHandler<Payload, ProviderSubscription | undefined> {
  override readonly id = 'set-up-recurring-billing';
  override readonly event = subscriptionRecurringSetupDue;

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly checkouts: CheckoutsRepository,
    private readonly setUpRecurringBilling: SetUpRecurringBilling,
    private readonly recurringSetups: RecurringSetups,
  ) {
    super();
  }

  override async perform(
    { subscriptionId }: Payload,
    { attempt }: Delivery,
  ): Promise<ProviderSubscription | undefined> {
    try {
      const subscription = await this.subscriptions.findById(subscriptionId);
      if (!subscription) return undefined;
      const checkout = await this.checkouts.findById(subscription.checkoutId);
      return await this.setUpRecurringBilling.setUp(subscription, checkout?.paymentIntentId, attempt);
    } catch (error) {
      await this.recurringSetups.recordFailure(subscriptionId, reasonOf(error));
      throw error;
    }
  }

  override async record(
    created: ProviderSubscription | undefined,
    { subscriptionId }: Payload,
  ): Promise<void> {
    if (created) await this.recurringSetups.record(subscriptionId, created);
  }
}
