import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../platform/outbox/event-handler.js';
import {
  SubscriptionsPort,
  providerSubscriptionChanged,
  type ProviderSubscription,
} from '../billing/index.js';
import { SyncSubscription } from './sync-subscription.js';

/** Reads the subscription's current state from the provider, ignoring the content of the webhook event, and applies it. */
@Injectable()
export class SyncProviderSubscription extends EffectHandler<
  { providerSubscriptionId: string },
  ProviderSubscription | undefined
> {
  override readonly id = 'sync-provider-subscription';
  override readonly event = providerSubscriptionChanged;

  constructor(
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly syncSubscription: SyncSubscription,
  ) {
    super();
  }

  override perform({
    providerSubscriptionId,
  }: {
    providerSubscriptionId: string;
  }): Promise<ProviderSubscription | undefined> {
    return this.providerSubscriptions.find(providerSubscriptionId);
  }

  override async record(current: ProviderSubscription | undefined): Promise<void> {
    if (current) await this.syncSubscription.apply(current);
  }
}
