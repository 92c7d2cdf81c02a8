import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import {
  type FirstInvoice,
  paymentReversed,
  ProviderCustomers,
  providerCustomerChanged,
  providerSubscriptionChanged,
  type ProviderSubscription,
} from '../billing/index.js';
import { SubscriptionChangesRepository } from './changes/subscription-changes.repository.js';
import { firstInvoiceDiffers, recurringSetupFailed, subscriptionChangeDue } from './events.js';
import { isEnded } from './subscription.js';
import { SubscriptionsRepository, type FailingSetup } from './subscriptions.repository.js';
import { RequestCancellation } from './cancellations/request-cancellation.js';

/** After this many failures at the provider, staff are alerted. Retries continue. */
const FAILURES_BEFORE_ALERT = 3;
const MAX_LISTED = 500;

/** Recurring billing as it was set up at the provider. */
export interface RecurringSetup {
  subscription: ProviderSubscription;
  /**
   * The payment of the first period, if it was or may have been refunded or disputed. A webhook event that arrived before the
   * subscription was stored could not be applied.
   */
  paymentToCheck: string | null;
  /**
   * The first invoice, if its total isn't the price of the plan, because the provider has added a tax, a discount or other amounts, or
   * if it was paid twice.
   */
  differingInvoice: FirstInvoice | null;
}

/** Whether renewals are set up at the provider, and the setups that keep failing. */
@Injectable()
export class RecurringSetups implements OnModuleInit {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly changes: SubscriptionChangesRepository,
    private readonly customers: ProviderCustomers,
    private readonly requestCancellation: RequestCancellation,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly metrics: Metrics,
  ) {}

  /** Records the setup; requires a transaction. If it has ended in the meantime, it is canceled at the provider. */
  async record(
    subscriptionId: string,
    { subscription: created, paymentToCheck, differingInvoice }: RecurringSetup,
  ): Promise<void> {
    const subscription = await this.subscriptions.lock(subscriptionId);
    // Reconciliation may have been faster.
    if (!subscription || subscription.recurringSetupAt) return;
    // Another customer may have become the current one since it was created. Cards must be added to the one that renews.
    await this.customers.makeCurrent(subscription.userId, created.customerId);
    const { id: providerSubscriptionId, currentPeriodStart, currentPeriodEnd } = created;
    this.subscriptions.markRecurringSetup(subscription, {
      providerSubscriptionId,
      providerPriceId: created.price?.id ?? null,
      currentPeriodStart,
      currentPeriodEnd,
    });
    await this.outbox.emit(providerCustomerChanged, { providerCustomerId: created.customerId });
    const hasEnded = isEnded(subscription.status);
    const paymentIntentId = hasEnded ? subscription.paymentIntentId : paymentToCheck;
    if (paymentIntentId) await this.outbox.emit(paymentReversed, { paymentIntentId });
    if (differingInvoice)
      await this.outbox.emit(firstInvoiceDiffers, { subscriptionId, ...differingInvoice });
    if (!hasEnded) return this.applyLatestDecision(subscriptionId);
    await this.requestCancellation.requestAgain(subscription.userId);
    // Whatever ended it found nothing to cancel at the provider.
    const ending = await this.changes.findEnding(subscriptionId);
    if (ending) await this.outbox.emit(subscriptionChangeDue, { changeId: ending.id, again: true });
    await this.outbox.emit(providerSubscriptionChanged, { providerSubscriptionId });
    return undefined;
  }

  /**
   * A decision that was made before the setup could only be recorded here. Until it is applied at the provider, it is open, so that
   * snapshots don't undo it.
   */
  private async applyLatestDecision(subscriptionId: string): Promise<void> {
    const latest = await this.changes.findLatest(subscriptionId);
    if (!latest) return;
    this.changes.reopen(latest);
    await this.outbox.emit(subscriptionChangeDue, { changeId: latest.id });
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
