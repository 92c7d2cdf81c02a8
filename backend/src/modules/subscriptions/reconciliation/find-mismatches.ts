import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { SubscriptionsPort, type ProviderSubscription } from '../../billing/index.js';
import { isEnded } from '../subscription.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { ReportMismatches } from './report-mismatches.js';
import type { Mismatch } from './subscription-mismatches.repository.js';

/** Newer ones may still be on their way into our database. */
const MIN_AGE_MS = 3_600_000;

/**
 * Lists all running subscriptions at the provider and finds those that we don't know, that have ended here, or of which a customer has
 * two. No code corrects them: staff are alerted.
 */
@Injectable()
export class FindMismatches {
  constructor(
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly reportMismatches: ReportMismatches,
    private readonly clock: Clock,
  ) {}

  /** A dry run stores nothing and alerts no one. */
  async run({ dryRun = false } = {}): Promise<Mismatch[]> {
    const found: Mismatch[] = [];
    const running = new Set<string>();
    const customers = new Set<string>();
    for await (const page of this.providerSubscriptions.listRunning()) {
      for (const { id } of page) running.add(id);
      found.push(...(await this.mismatchesOf(page, customers)));
    }
    found.push(...(await this.missing(running)));
    if (!dryRun) await this.reportMismatches.report(found);
    return found;
  }

  private async mismatchesOf(
    page: readonly ProviderSubscription[],
    customers: Set<string>,
  ): Promise<Mismatch[]> {
    const old = page.filter(({ createdAt }) => this.isOld(createdAt));
    const known = await this.subscriptions.findByProviderIds(old.map(({ id }) => id));
    return old.flatMap(({ id, customerId }) => {
      const ours = known.get(id);
      const isSecond = customers.has(customerId);
      customers.add(customerId);
      const kind = !ours
        ? 'unknown'
        : isEnded(ours.status)
          ? 'ended_here'
          : isSecond
            ? 'duplicate'
            : undefined;
      if (!kind) return [];
      return [
        { providerSubscriptionId: id, kind, providerCustomerId: customerId, userId: ours?.userId ?? null },
      ];
    });
  }

  /** Ours that the provider does not list as running, and that do not exist there at all. */
  private async missing(running: ReadonlySet<string>): Promise<Mismatch[]> {
    const found: Mismatch[] = [];
    for (const { providerSubscriptionId, userId } of await this.subscriptions.listLiveAtProvider()) {
      if (running.has(providerSubscriptionId!)) continue;
      if (await this.providerSubscriptions.find(providerSubscriptionId!)) continue;
      const id = providerSubscriptionId!;
      found.push({ providerSubscriptionId: id, kind: 'missing', providerCustomerId: null, userId });
    }
    return found;
  }

  private isOld(createdAt: Date): boolean {
    return this.clock.now().getTime() - createdAt.getTime() >= MIN_AGE_MS;
  }
}
