import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import {
  PaymentProvider,
  providerSubscriptionChanged,
  type ProviderSubscription,
} from '../../billing/index.js';
import { SyncSubscription } from '../application/sync-subscription.js';

/** Reads the subscription's current state from the provider, ignoring the content of the webhook event, and applies it. */
@Injectable()
export class SyncProviderSubscription extends EffectHandler<
  { providerSubscriptionId: string },
  ProviderSubscription | undefined
> {
  override readonly id = 'sync-provider-subscription';
  override readonly event = providerSubscriptionChanged;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly syncSubscription: SyncSubscription,
  ) {
    super();
  }

  override perform({
    providerSubscriptionId,
  }: {
    providerSubscriptionId: string;
  }): Promise<ProviderSubscription | undefined> {
    return this.provider.findSubscription(providerSubscriptionId);
  }

  override async record(current: ProviderSubscription | undefined): Promise<void> {
    if (current) await this.syncSubscription.apply(current);
  }
}
