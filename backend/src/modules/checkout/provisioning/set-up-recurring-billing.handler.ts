import { Injectable } from '@nestjs/common';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { rootCauseMessage } from '../../../platform/scheduler/isolated-rows.js';
import {
  RecurringSetups,
  type RecurringSetup,
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
export class SetUpRecurringBillingHandler extends EffectHandler<Payload, RecurringSetup | undefined> {
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
  ): Promise<RecurringSetup | undefined> {
    try {
      const subscription = await this.subscriptions.findById(subscriptionId);
      if (!subscription) return undefined;
      const checkout = await this.checkouts.findById(subscription.checkoutId);
      return await this.setUpRecurringBilling.setUp(subscription, checkout?.paymentIntentId, attempt);
    } catch (error) {
      await this.recurringSetups.recordFailure(subscriptionId, rootCauseMessage(error));
      throw error;
    }
  }

  override async record(setup: RecurringSetup | undefined, { subscriptionId }: Payload): Promise<void> {
    if (setup) await this.recurringSetups.record(subscriptionId, setup);
  }
}
