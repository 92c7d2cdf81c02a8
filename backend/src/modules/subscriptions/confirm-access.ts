import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import { Logger } from '../../platform/logging/logger.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { accessUnconfirmed } from './events.js';
import { RefreshSubscription } from './refresh-subscription.js';
import { decideAccess } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** A result is reused for this long, so that one customer's requests don't flood the provider. */
const REUSE_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Reads a subscription that is overdue for a check from the provider before access continues. */
@Injectable()
export class ConfirmAccess {
  private readonly recent = new Map<string, { until: number; result: Promise<boolean> }>();
  private readonly failures: Counter;

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly refreshSubscription: RefreshSubscription,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.failures = metrics.counter(
      'access_unconfirmed_total',
      'Access that continued unconfirmed because the payment provider was unavailable.',
    );
  }

  /** Updates the subscription. Access continues while the provider is unavailable; staff are alerted. */
  confirm(subscriptionId: string): Promise<boolean> {
    const now = this.clock.now().getTime();
    const known = this.recent.get(subscriptionId);
    if (known && known.until > now) return known.result;
    if (this.recent.size >= MAX_REMEMBERED) this.recent.clear();
    const result = this.ask(subscriptionId);
    this.recent.set(subscriptionId, { until: now + REUSE_MS, result });
    result.catch(() => this.recent.delete(subscriptionId));
    return result;
  }

  private async ask(subscriptionId: string): Promise<boolean> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    // Without recurring billing, access ends with the period that was paid for.
    if (!subscription?.providerSubscriptionId || !subscription.recurringSetupAt) return false;
    try {
      if (!(await this.refreshSubscription.refresh(subscription.providerSubscriptionId))) return false;
    } catch (error) {
      await this.alert(subscription, error);
      return true;
    }
    const updated = await this.subscriptions.findById(subscriptionId);
    return updated !== null && decideAccess(updated, this.clock.now()) === 'granted';
  }

  private async alert({ id: subscriptionId, userId }: SubscriptionEntity, error: unknown): Promise<void> {
    this.failures.inc();
    this.logger.warn('access continues unconfirmed: payment provider unavailable', {
      subscriptionId,
      error,
    });
    await this.database.transaction(() => this.outbox.emit(accessUnconfirmed, { subscriptionId, userId }));
  }
}
