import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Database } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { InvoicesPort } from '../../billing/index.js';
import { CopyCards } from '../cards/copy-cards.js';
import { ReadSubscription } from '../read-subscription.js';
import { SetUpRecurringBilling } from '../set-up-recurring-billing.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { CorrectSubscription, type Drift } from './correct-subscription.js';

/** Invoices are read again for this long before the last snapshot, in case their webhook was lost. */
const OVERLAP_MS = 40 * 86_400_000;

class DryRun extends Error {}

/** Compares a subscription and its recent invoices with the provider, and corrects ours. The cards are copied again. */
@Injectable()
export class ReconcileSubscription {
  private readonly drifts: Counter<'field'>;

  constructor(
    private readonly readSubscription: ReadSubscription,
    private readonly providerInvoices: InvoicesPort,
    private readonly setUpRecurringBilling: SetUpRecurringBilling,
    private readonly correctSubscription: CorrectSubscription,
    private readonly copyCards: CopyCards,
    private readonly database: Database,
    metrics: Metrics,
  ) {
    this.drifts = metrics.counter(
      'subscription_drift_total',
      'Fields of subscriptions and invoices that differed from the payment provider, because webhook events were lost.',
      ['field'],
    );
  }

  /** Returns what differed. A dry run changes nothing. */
  async reconcile(subscription: SubscriptionEntity, { dryRun = false } = {}): Promise<Drift[]> {
    const { id, providerSubscriptionId } = subscription;
    const snapshot = providerSubscriptionId
      ? await this.readSubscription.read(providerSubscriptionId)
      : undefined;
    const setup =
      snapshot && !dryRun
        ? await this.setUpRecurringBilling.finish(subscription, snapshot.current)
        : undefined;
    const since = new Date((subscription.providerReadAt ?? subscription.createdAt).getTime() - OVERLAP_MS);
    const invoices = snapshot ? await this.providerInvoices.findSince(snapshot.current.id, since) : [];
    let found: Drift[] = [];
    try {
      await this.database.transaction(async () => {
        found = await this.correctSubscription.correct(id, snapshot, invoices, setup);
        if (dryRun) throw new DryRun();
      });
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
    }
    if (dryRun) return found;
    for (const { field } of found) this.drifts.inc({ field });
    if (snapshot) await this.copyCards.copyForSubscription(subscription, snapshot.current.customerId);
    return found;
  }
}
