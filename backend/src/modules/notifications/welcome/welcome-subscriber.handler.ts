import { CURRENCY } from '@subscription-site/shared/money';
import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Users } from '../../auth/index.js';
import {
  subscriptionActivated,
  Subscriptions,
  type PaidAmount,
  type Subscription,
  type SubscriptionActivatedPayload,
} from '../../subscriptions/index.js';
import { EmailsRepository } from '../core/emails.repository.js';
import { BillingNotifier } from '../core/billing-notifier.js';
import { isOfEarlierPurchase, purchaseReceiptKey, QueueWelcomeEmail } from './queue-welcome-email.js';

/** Queues the welcome email, once per account and tier. A customer who buys the same plan again gets a receipt instead. */
@Injectable()
export class WelcomeSubscriber extends EventHandler<SubscriptionActivatedPayload> {
  override readonly id = 'send-welcome-email';
  override readonly event = subscriptionActivated;

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly users: Users,
    private readonly queueWelcomeEmail: QueueWelcomeEmail,
    private readonly emails: EmailsRepository,
    private readonly notifier: BillingNotifier,
  ) {
    super();
  }

  override async handle({ subscriptionId, userId, paid }: SubscriptionActivatedPayload): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    const user = await this.users.findById(userId);
    if (!subscription || !user) return;
    const { plan: tier, interval, amountCents, currentPeriodEnd: until } = subscription;
    const welcome = { tier, interval, amountCents, paid, until, subscriptionId };
    const { queued, emailId } = await this.queueWelcomeEmail.queue(user, welcome);
    const earlier = queued ? null : await this.emails.findById(emailId);
    if (earlier && isOfEarlierPurchase(earlier, subscription)) await this.sendReceipt(subscription, paid);
  }

  private async sendReceipt(subscription: Subscription, paid: PaidAmount | undefined): Promise<void> {
    const { id, userId, plan, interval, amountCents, createdAt } = subscription;
    await this.notifier.send(
      userId,
      'receipt',
      ({ fullName: name }) => ({
        name,
        plan,
        interval,
        amountCents: paid?.amount ?? amountCents,
        currency: paid?.currency ?? CURRENCY,
        invoiceNumber: null,
        paidAt: createdAt.toISOString(),
        periodStart: subscription.currentPeriodStart.toISOString(),
        periodEnd: subscription.currentPeriodEnd.toISOString(),
        recovered: false,
      }),
      purchaseReceiptKey(id),
    );
  }
}
