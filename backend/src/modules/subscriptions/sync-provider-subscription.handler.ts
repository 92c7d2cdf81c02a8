import { Injectable } from '@nestjs/common';
import { EffectHandler, type Delivery } from '../../platform/outbox/event-handler.js';
import { providerSubscriptionChanged, SubscriptionsPort } from '../billing/index.js';
import { ReadSubscription } from './read-subscription.js';
import { isEnded } from './subscription.js';
import { SubscriptionCancellationsRepository } from './cancellations/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SyncSubscription, type SubscriptionSnapshot } from './sync-subscription.js';

interface Payload {
  providerSubscriptionId: string;
}

/** Reads the subscription's current state from the provider, ignoring the content of the webhook event, and applies it. */
@Injectable()
export class SyncProviderSubscription extends EffectHandler<Payload, SubscriptionSnapshot | undefined> {
  override readonly id = 'sync-provider-subscription';
  override readonly event = providerSubscriptionChanged;

  constructor(
    private readonly readSubscription: ReadSubscription,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly syncSubscription: SyncSubscription,
  ) {
    super();
  }

  override async perform({ providerSubscriptionId }: Payload): Promise<SubscriptionSnapshot | undefined> {
    const snapshot = await this.readSubscription.read(providerSubscriptionId);
    if (snapshot && !snapshot.current.endedAt) await this.cancelIfEndedHere(providerSubscriptionId);
    return snapshot;
  }

  override async record(
    snapshot: SubscriptionSnapshot | undefined,
    _: Payload,
    { eventId }: Delivery,
  ): Promise<void> {
    if (snapshot) await this.syncSubscription.apply(snapshot, { eventId });
  }

  /** Its payment was refunded while it was being set up. Those of a deleted user are canceled with retries and refunds of their own. */
  private async cancelIfEndedHere(providerSubscriptionId: string): Promise<void> {
    const known = await this.subscriptions.findByProviderId(providerSubscriptionId);
    if (!known || !isEnded(known.status) || (await this.cancellations.find(known.userId))) return;
    await this.providerSubscriptions.cancel(providerSubscriptionId, known.status);
  }
}
