import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Accounts } from '../../auth/index.js';
import { PaymentProvider, ProviderCustomers, type ProviderSubscription } from '../../billing/index.js';
import type { Checkout } from '../domain/checkout.js';
import { checkoutRefundDue, subscriptionActivated } from '../domain/events.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/**
 * Turns a paid hosted checkout into the plan of the account that began it; the money goes back where that account has a plan or is
 * gone. Called by the page and by the provider's notice.
 */
@Injectable()
export class ProvisionHostedCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly customers: ProviderCustomers,
    private readonly accounts: Accounts,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** False while the session is unknown or unpaid. */
  async provision(sessionId: string): Promise<boolean> {
    const checkout = await this.checkouts.findByHostedSession(sessionId);
    const session = await this.provider.findHostedCheckout(sessionId);
    if (!checkout?.accountId || !session?.paid || !session.subscriptionId) return false;
    if (session.metadata.checkout_id !== checkout.id) return false;
    const bought = await this.provider.findSubscription(session.subscriptionId);
    if (!bought) return false;
    const { accountId } = checkout;
    return this.database.transaction(async () => {
      const current = await this.checkouts.lock(checkout.id);
      // Closed while it was being paid: money that arrived is never turned away.
      if (current.status !== 'open' && current.status !== 'canceled') return current.status === 'provisioned';
      await this.checkouts.notePaid(checkout.id);
      const gone = (await this.accounts.lockById(accountId)) === undefined;
      if (gone || (await this.subscriptions.findLiveOf(accountId))) {
        await this.checkouts.finish(checkout.id, 'refund_due');
        await this.outbox.emit(checkoutRefundDue, { checkoutId: checkout.id, accountId });
        return false;
      }
      await this.activate(current, accountId, bought);
      await this.customers.note(accountId, bought.customerId);
      return true;
    });
  }

  private async activate(checkout: Checkout, accountId: string, bought: ProviderSubscription): Promise<void> {
    const id = uuid();
    await this.subscriptions.add({
      id,
      accountId,
      checkoutId: checkout.id,
      plan: checkout.plan,
      interval: checkout.interval,
      amountCents: checkout.amountCents,
      status: 'active',
      currentPeriodStart: bought.currentPeriodStart,
      currentPeriodEnd: bought.currentPeriodEnd,
      providerSubscriptionId: bought.id,
    });
    await this.subscriptions.noteSettled(id, { ...bought, providerSubscriptionId: bought.id });
    await this.checkouts.finish(checkout.id, 'provisioned', { subscriptionId: id });
    await this.outbox.emit(subscriptionActivated, { subscriptionId: id, accountId });
    await this.audit.record({
      actorId: null,
      action: 'subscription.activated',
      subject: { type: 'account', id: accountId },
      details: { plan: checkout.plan, interval: checkout.interval, hosted: true },
    });
  }
}
