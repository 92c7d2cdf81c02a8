import { Injectable } from '@nestjs/common';
import { EffectHandler, type Delivery } from '../../platform/outbox/event-handler.js';
import {
  providerSubscriptionChanged,
  RunningSubscriptions,
  type ProviderSubscription,
} from '../billing/index.js';
import { LinkSubscription } from './link-subscription.js';
import { ReadSubscription } from './read-subscription.js';
import { ReportMismatches } from './reconciliation/report-mismatches.js';
import { isEnded } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionCancellationsRepository } from './cancellations/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SyncSubscription, type SubscriptionSnapshot } from './sync-subscription.js';

interface Payload {
  providerSubscriptionId: string;
}

interface Changed {
  snapshot: SubscriptionSnapshot;
  isKnown: boolean;
}

/** Reads the subscription's current state from the provider, ignoring the content of the webhook event, and applies it. */
@Injectable()
export class SyncProviderSubscription extends EffectHandler<Payload, Changed | undefined> {
  override readonly id = 'sync-provider-subscription';
  override readonly event = providerSubscriptionChanged;

  constructor(
    private readonly readSubscription: ReadSubscription,
    private readonly runningSubscriptions: RunningSubscriptions,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly linkSubscription: LinkSubscription,
    private readonly syncSubscription: SyncSubscription,
    private readonly reportMismatches: ReportMismatches,
  ) {
    super();
  }

  override async perform(
    { providerSubscriptionId }: Payload,
    delivery: Delivery,
  ): Promise<Changed | undefined> {
    const snapshot = await this.readSubscription.read(providerSubscriptionId);
    if (!snapshot) return undefined;
    const known = await this.subscriptions.findByProviderId(providerSubscriptionId);
    if (known && !snapshot.current.endedAt)
      await this.cancelIfEndedHere(known, snapshot.current.id, delivery);
    return { snapshot, isKnown: known !== null };
  }

  override async record(changed: Changed | undefined, _: Payload, { eventId }: Delivery): Promise<void> {
    if (!changed) return;
    if (!changed.isKnown) await this.link(changed.snapshot.current);
    await this.syncSubscription.apply(changed.snapshot, { eventId });
  }

  /** It may have been created for ours, by a setup that was interrupted. */
  private async link(current: ProviderSubscription): Promise<void> {
    const ours = await this.linkSubscription.link(current);
    if (!ours) return;
    const { id: providerSubscriptionId, customerId: providerCustomerId } = current;
    const duplicate = {
      providerSubscriptionId,
      providerCustomerId,
      kind: 'duplicate',
      userId: ours.userId,
    } as const;
    await this.reportMismatches.add(duplicate);
  }

  /**
   * It ended while it was being set up: what was charged since then is refunded. Those of a deleted user are canceled with retries and
   * refunds of their own.
   */
  private async cancelIfEndedHere(
    { userId, status, endedAt }: SubscriptionEntity,
    providerSubscriptionId: string,
    delivery: Delivery,
  ): Promise<void> {
    if (!endedAt || !isEnded(status) || (await this.cancellations.find(userId))) return;
    await this.runningSubscriptions.end(providerSubscriptionId, endedAt, { ...delivery, reason: status });
  }
}
