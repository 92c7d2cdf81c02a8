import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { ProviderCustomers, SubscriptionsPort, type ProviderSubscription } from '../../billing/index.js';
import { LinkSubscription } from '../link-subscription.js';
import { isEnded } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { ReportMismatches } from './report-mismatches.js';
import type { Mismatch } from './subscription-mismatches.repository.js';

/** Newer ones may still be on their way into our database. */
const MIN_AGE_MS = 3_600_000;

/**
 * Lists all running subscriptions at the provider and finds those that we don't know, that have ended here, or of which a customer has
 * two. No code corrects them: staff are alerted. Only those that were created for ours become known.
 */
@Injectable()
export class FindMismatches {
  constructor(
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly linkSubscription: LinkSubscription,
    private readonly customers: ProviderCustomers,
    private readonly reportMismatches: ReportMismatches,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A dry run stores nothing and alerts no one. */
  async run({ dryRun = false } = {}): Promise<Mismatch[]> {
    const found: Mismatch[] = [];
    const running = new Set<string>();
    const owners = new Set<string>();
    for await (const page of this.providerSubscriptions.listRunning()) {
      for (const { id } of page) running.add(id);
      found.push(...(await this.findInPage(page, owners, dryRun)));
    }
    found.push(...(await this.missing(running)));
    if (!dryRun) await this.reportMismatches.report(found);
    return found;
  }

  private async findInPage(
    page: readonly ProviderSubscription[],
    owners: Set<string>,
    dryRun: boolean,
  ): Promise<Mismatch[]> {
    const old = page.filter(({ createdAt }) => this.isOld(createdAt));
    const known = await this.subscriptions.findByProviderIds(old.map(({ id }) => id));
    const found: Mismatch[] = [];
    for (const current of old) {
      const { id: providerSubscriptionId, customerId: providerCustomerId } = current;
      const ours = known.get(providerSubscriptionId);
      const owner = ours ?? (await this.linkSubscription.findOwner(current));
      const userId = owner?.userId ?? (await this.customers.findUserId(providerCustomerId)) ?? null;
      const isSecond = owners.has(providerCustomerId) || (userId !== null && owners.has(userId));
      for (const id of [providerCustomerId, userId]) if (id) owners.add(id);
      const kind = ours ? classify(ours, isSecond) : await this.classifyUnknown(current, owner, dryRun);
      if (kind) found.push({ providerSubscriptionId, kind, providerCustomerId, userId });
    }
    return found;
  }

  /** One that was created for ours becomes known, unless ours has another one. */
  private async classifyUnknown(
    current: ProviderSubscription,
    owner: SubscriptionEntity | null,
    dryRun: boolean,
  ): Promise<Mismatch['kind'] | undefined> {
    if (!owner || dryRun) return owner?.recurringSetupAt ? 'duplicate' : 'unknown';
    const hasAnother = await this.database.transaction(() => this.linkSubscription.link(current));
    return hasAnother && 'duplicate';
  }

  /** Ours that the provider does not list as running, and that do not exist there at all. */
  private async missing(running: ReadonlySet<string>): Promise<Mismatch[]> {
    const found: Mismatch[] = [];
    for (const { providerSubscriptionId, userId } of await this.subscriptions.listActiveAtProvider()) {
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

function classify({ status }: SubscriptionEntity, isSecond: boolean): Mismatch['kind'] | undefined {
  if (isEnded(status)) return 'ended_here';
  return isSecond ? 'duplicate' : undefined;
}
