import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import {
  PaymentProvider,
  providerSubscriptionChanged,
  type ProviderSubscription,
} from '../../billing/index.js';
import { FollowProvider } from '../application/follow-provider.js';

/** Reads what a subscription is at the provider now, whatever the notice said, and follows it. */
@Injectable()
export class FollowProviderSubscription extends EffectHandler<
  { providerSubscriptionId: string },
  ProviderSubscription | undefined
> {
  override readonly id = 'sync-provider-subscription';
  override readonly event = providerSubscriptionChanged;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly followProvider: FollowProvider,
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
    if (current) await this.followProvider.apply(current);
  }
}
