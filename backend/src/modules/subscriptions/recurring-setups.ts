import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { ProviderCustomers, type ProviderSubscription } from '../billing/index.js';
import { recurringSetupFailed } from './events.js';
import { givesAccess } from './subscription.js';
import { SubscriptionsRepository, type FailingSetup } from './subscriptions.repository.js';
import { RequestCancellation } from './request-cancellation.js';

/** After this many failures at the provider, staff are alerted. Retries continue. */
const FAILURES_BEFORE_ALERT = 3;
const MAX_LISTED = 500;

/** Whether renewals are set up at the provider, and the setups that keep failing. */
@Injectable()
export class RecurringSetups implements OnModuleInit {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: ProviderCustomers,
    private readonly requestCancellation: RequestCancellation,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly metrics: Metrics,
  ) {}

  /** Records the setup; requires a transaction. If the user was deleted in the meantime, requests cancellation again. */
  async record(subscriptionId: string, created: ProviderSubscription): Promise<void> {
    const subscription = await this.subscriptions.lock(subscriptionId);
    if (!subscription) return;
    await this.customers.save(subscription.userId, created.customerId);
    const { id: providerSubscriptionId, currentPeriodStart, currentPeriodEnd } = created;
    this.subscriptions.markRecurringSetup(subscription, {
      providerSubscriptionId,
      currentPeriodStart,
      currentPeriodEnd,
    });
    if (!givesAccess(subscription.status)) await this.requestCancellation.requestAgain(subscription.userId);
  }

  /** Reports repeated failures to staff; the customer keeps their plan. */
  recordFailure(subscriptionId: string, reason: string): Promise<void> {
    return this.database.transaction(async () => {
      const failures = await this.subscriptions.countSetupFailure(subscriptionId, reason);
      if (failures === FAILURES_BEFORE_ALERT)
        await this.outbox.emit(recurringSetupFailed, { subscriptionId });
    });
  }

  /** Customers who have their plan but will not be charged for the next period. Longest waiting first, at most 500. */
  listFailing(): Promise<FailingSetup[]> {
    return this.subscriptions.listFailingSetups(FAILURES_BEFORE_ALERT, MAX_LISTED);
  }

  /** Null once it has succeeded. */
  findFailing(subscriptionId: string): Promise<FailingSetup | null> {
    return this.subscriptions.findFailingSetup(subscriptionId);
  }

  onModuleInit(): void {
    this.metrics.gauge(
      'recurring_setups_failing',
      'Subscriptions whose recurring setup keeps failing.',
      [],
      async (gauge) => gauge.set(await this.subscriptions.countFailingSetups(FAILURES_BEFORE_ALERT)),
    );
  }
}
