import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Users } from '../../auth/index.js';
import {
  subscriptionActivated,
  Subscriptions,
  type SubscriptionActivatedPayload,
} from '../../subscriptions/index.js';
import { QueueWelcomeEmail } from './queue-welcome-email.js';

/** Queues the welcome email, once per account and tier. */
@Injectable()
export class WelcomeSubscriber extends EventHandler<SubscriptionActivatedPayload> {
  override readonly id = 'send-welcome-email';
  override readonly event = subscriptionActivated;

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly users: Users,
    private readonly queueWelcomeEmail: QueueWelcomeEmail,
  ) {
    super();
  }

  override async handle({ subscriptionId, userId, paid }: SubscriptionActivatedPayload): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    const user = await this.users.findById(userId);
    if (!subscription || !user) return;
    const { plan: tier, interval, amountCents, currentPeriodEnd: until } = subscription;
    await this.queueWelcomeEmail.queue(user, { tier, interval, amountCents, paid, until });
  }
}
