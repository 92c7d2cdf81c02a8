import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { reasonOf } from '../../../platform/scheduler/isolated-rows.js';
import { SetUpRecurringBilling, type RecurringSetup } from '../application/set-up-recurring-billing.js';
import { FAILURES_BEFORE_ALERT } from '../domain/checkout.js';
import { recurringSetupFailed, subscriptionRecurringSetupDue } from '../domain/events.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

interface Payload {
  subscriptionId: string;
}

/**
 * Sets up recurring billing at the provider, with retries. Repeated failures are reported to staff; the customer keeps their plan.
 */
@Injectable()
export class SetUpRecurringBillingHandler extends EffectHandler<Payload, RecurringSetup | undefined> {
  override readonly id = 'set-up-recurring-billing';
  override readonly event = subscriptionRecurringSetupDue;

  constructor(
    private readonly setUpRecurringBilling: SetUpRecurringBilling,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async perform(
    { subscriptionId }: Payload,
    { attempt }: Delivery,
  ): Promise<RecurringSetup | undefined> {
    try {
      return await this.setUpRecurringBilling.setUp(subscriptionId, attempt);
    } catch (error) {
      await this.countFailure(subscriptionId, reasonOf(error));
      throw error;
    }
  }

  override async record(
    recurringSetup: RecurringSetup | undefined,
    { subscriptionId }: Payload,
  ): Promise<void> {
    if (recurringSetup) await this.setUpRecurringBilling.record(subscriptionId, recurringSetup);
  }

  private countFailure(subscriptionId: string, reason: string): Promise<void> {
    return this.database.transaction(async () => {
      const failures = await this.subscriptions.countSetupFailure(subscriptionId, reason);
      if (failures === FAILURES_BEFORE_ALERT)
        await this.outbox.emit(recurringSetupFailed, { subscriptionId });
    });
  }
}
