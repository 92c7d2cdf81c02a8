import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { PaymentProvider, paymentReversed, returnedCents } from '../../billing/index.js';
import type { Subscription } from '../domain/subscription.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Ends a subscription whose first payment was fully refunded, here and at the provider. */
@Injectable()
export class EndRefundedSubscription extends EffectHandler<
  { paymentIntentId: string },
  Subscription | undefined
> {
  override readonly id = 'end-refunded-subscription';
  override readonly event = paymentReversed;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly audit: Audit,
  ) {
    super();
  }

  override async perform({
    paymentIntentId,
  }: {
    paymentIntentId: string;
  }): Promise<Subscription | undefined> {
    const checkout = await this.checkouts.findByIntent(paymentIntentId);
    const subscription = checkout && (await this.subscriptions.findByCheckout(checkout.id));
    if (!subscription || subscription.status === 'refunded') return undefined;
    const intent = await this.provider.findIntent(paymentIntentId);
    if (!intent || intent.refundedCents < intent.receivedCents) return undefined;
    // The charge's figure includes refunds that are pending.
    if (returnedCents(await this.provider.findRefunds(paymentIntentId)) < intent.receivedCents)
      return undefined;
    if (subscription.providerSubscriptionId)
      await this.provider.cancelSubscription(subscription.providerSubscriptionId);
    return subscription;
  }

  override async record(subscription: Subscription | undefined): Promise<void> {
    if (!subscription) return;
    await this.subscriptions.end(subscription.id, 'refunded');
    await this.audit.record({
      actorId: null,
      action: 'subscription.refunded',
      subject: { type: 'user', id: subscription.userId },
    });
  }
}
