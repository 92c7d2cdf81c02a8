import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import {
  InvoicesPort,
  PaymentIntentsPort,
  RefundsPort,
  SubscriptionsPort,
  paymentReversed,
  returnedCents,
} from '../../billing/index.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { Subscriptions, type Subscription } from '../../subscriptions/index.js';

/** Ends a subscription whose first payment was fully refunded, here and at the provider. */
@Injectable()
export class EndRefundedSubscription extends EffectHandler<
  { paymentIntentId: string },
  Subscription | undefined
> {
  override readonly id = 'end-refunded-subscription';
  override readonly event = paymentReversed;

  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly refunds: RefundsPort,
    private readonly invoices: InvoicesPort,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async perform({
    paymentIntentId,
  }: {
    paymentIntentId: string;
  }): Promise<Subscription | undefined> {
    const subscription = await this.findSubscription(paymentIntentId);
    if (!subscription || subscription.status === 'refunded') return undefined;
    const intent = await this.paymentIntents.find(paymentIntentId);
    if (!intent || intent.refundedCents < intent.receivedCents) return undefined;
    // The charge's figure includes refunds that are pending.
    if (returnedCents(await this.refunds.findByIntent(paymentIntentId)) < intent.receivedCents)
      return undefined;
    if (subscription.providerSubscriptionId)
      await this.providerSubscriptions.cancel(subscription.providerSubscriptionId);
    return subscription;
  }

  /** Checkouts on the provider's page don't know their intent. */
  private async findSubscription(paymentIntentId: string): Promise<Subscription | null> {
    const checkout = await this.checkouts.findByIntent(paymentIntentId);
    if (checkout) return this.subscriptions.findByCheckout(checkout.id);
    const providerId = await this.invoices.findSubscriptionFirstPaidBy(paymentIntentId);
    return providerId ? this.subscriptions.findByProviderId(providerId) : null;
  }

  override async record(subscription: Subscription | undefined): Promise<void> {
    if (subscription) await this.subscriptions.endRefunded(subscription);
  }
}
