import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { DomainError } from '../../../platform/domain-error.js';
import {
  EnsureCustomer,
  InvoicesPort,
  PaymentMethodsPort,
  PaymentMethodsRepository,
  ProviderCustomers,
  type PaymentMethod,
} from '../../billing/index.js';
import { isEnded } from '../subscription.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { CopyCards } from './copy-cards.js';

/** A customer's cards. The provider stores them; ours are copies. */
@Injectable()
export class CustomerCards {
  constructor(
    private readonly methods: PaymentMethodsPort,
    private readonly copies: PaymentMethodsRepository,
    private readonly customerIds: ProviderCustomers,
    private readonly providerInvoices: InvoicesPort,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly copyCards: CopyCards,
  ) {}

  /** Newest first. The provider stores a card again with each purchase; only the default or newest copy is returned. */
  async list(userId: string): Promise<PaymentMethod[]> {
    const cards = await this.copies.listByUser(userId);
    const cardKey = ({ fingerprintHash, providerPaymentMethodId }: PaymentMethod) =>
      fingerprintHash ?? providerPaymentMethodId;
    const shown = new Map<string, PaymentMethod>();
    for (const card of cards) if (card.isDefault || !shown.has(cardKey(card))) shown.set(cardKey(card), card);
    return [...shown.values()];
  }

  /** Returns the client secret with which the page confirms a new card. */
  async setUp(userId: string, ipHash: string): Promise<string> {
    const customerId = await this.ensureCustomer.ensure(userId);
    const { clientSecret } = await this.methods.createSetup({ customerId, ipHash, key: `setup:${uuid()}` });
    return clientSecret;
  }

  /** Makes a confirmed card the default and pays open invoices with it, whether or not the page is still open. */
  async completeSetup(setupIntentId: string): Promise<void> {
    const setup = await this.methods.findSetup(setupIntentId);
    if (!setup?.succeeded || !setup.customerId || !setup.paymentMethodId) return;
    const userId = await this.customerIds.findUserId(setup.customerId);
    const isCurrent = userId && (await this.customerIds.findIdByUser(userId)) === setup.customerId;
    if (isCurrent) await this.use(userId, setup.customerId, setup.paymentMethodId);
    await this.copyCards.copyForCustomer(setup.customerId);
  }

  /** Uses a card for renewals and open invoices. Throws `not_found`. */
  async makeDefault(userId: string, paymentMethodId: string): Promise<void> {
    const customerId = await this.requireOwnCustomer(userId, paymentMethodId);
    await this.use(userId, customerId, paymentMethodId);
    await this.copyCards.copyForCustomer(customerId);
  }

  /** The customer that has this card. Throws `not_found` if that isn't the user's. */
  async requireOwnCustomer(userId: string, paymentMethodId: string): Promise<string> {
    const customerId = await this.customerIds.findIdByUser(userId);
    const owner = customerId && (await this.methods.findCustomer(paymentMethodId));
    if (!customerId || owner !== customerId) {
      // It may have been removed at the provider.
      if (customerId) await this.copyCards.copyForCustomer(customerId);
      throw new DomainError('not_found', 'not_found', 'Card not found.');
    }
    return customerId;
  }

  private async use(userId: string, customerId: string, paymentMethodId: string): Promise<void> {
    const subscription = await this.subscriptions.findCurrentByUser(userId);
    const isActive = subscription?.recurringSetupAt && !isEnded(subscription.status);
    const subscriptionId = (isActive && subscription.providerSubscriptionId) || null;
    await this.methods.makeDefault({ customerId, paymentMethodId, subscriptionId });
    if (!subscriptionId || (subscription!.status !== 'past_due' && subscription!.status !== 'unpaid')) return;
    for (const invoiceId of await this.providerInvoices.findOpen(subscriptionId)) {
      // One attempt per invoice and card, however often this runs.
      const key = `invoice:${invoiceId}:card:${paymentMethodId}`;
      await this.providerInvoices.pay({ invoiceId, paymentMethodId, key });
    }
  }
}
