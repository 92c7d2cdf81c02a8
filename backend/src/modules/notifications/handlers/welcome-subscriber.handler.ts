import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Accounts } from '../../auth/index.js';
import { subscriptionActivated, Subscriptions } from '../../subscriptions/index.js';
import { QueueWelcomeEmail } from '../application/queue-welcome-email.js';

@Injectable()
export class WelcomeSubscriber extends EventHandler<{ subscriptionId: string; accountId: string }> {
  override readonly id = 'send-welcome-email';
  override readonly event = subscriptionActivated;

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly accounts: Accounts,
    private readonly welcome: QueueWelcomeEmail,
  ) {
    super();
  }

  override async handle({
    subscriptionId,
    accountId,
  }: {
    subscriptionId: string;
    accountId: string;
  }): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    const account = await this.accounts.findById(accountId);
    if (!subscription || !account) return;
    const { plan: tier, interval, amountCents, currentPeriodEnd: until } = subscription;
    await this.welcome.queue(account, { tier, interval, amountCents, until });
  }
}
