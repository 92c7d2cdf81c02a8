import { CURRENCY } from '@subscription-site/shared/money';
import { Injectable } from '@nestjs/common';
import { HostedCheckoutsPort, type HostedCheckout } from './hosted-checkouts.port.js';
import { InvoicesPort } from '../invoices/invoices.port.js';
import { PaymentIntentsPort } from '../payments/payment-intents.port.js';
import { SubscriptionsPort, type ProviderSubscription } from '../subscriptions/subscriptions.port.js';

/** A hosted checkout and what it created. */
export interface HostedPurchase {
  session: HostedCheckout;
  /** Undefined before the payment. */
  subscription: PaidSubscription | undefined;
}

/** A subscription with the first payment. */
export interface PaidSubscription extends ProviderSubscription {
  refundedCents: number;
  /** The payment of the first period. */
  paymentIntentId: string | null;
  cardFingerprint: string | null;
  /** Without refunds; `amount` in cents. */
  paid: { amount: number; currency: string };
}

/** Purchases on the provider's hosted page, which creates subscription and payment itself. */
@Injectable()
export class HostedPurchases {
  constructor(
    private readonly hostedCheckouts: HostedCheckoutsPort,
    private readonly subscriptions: SubscriptionsPort,
    private readonly invoices: InvoicesPort,
    private readonly paymentIntents: PaymentIntentsPort,
  ) {}

  async find(sessionId: string): Promise<HostedPurchase | undefined> {
    const session = await this.hostedCheckouts.find(sessionId);
    return session && { session, subscription: await this.findSubscription(session) };
  }

  /**
   * Cancels the subscription, and returns to the customer's balance what its invoices took from it. Returns the id of the intent that paid
   * it, which is not refunded; null if the balance has paid everything. Undefined if there is no subscription.
   */
  async cancel(sessionId: string): Promise<string | null | undefined> {
    const session = await this.hostedCheckouts.find(sessionId);
    if (!session?.subscriptionId) return undefined;
    await this.subscriptions.cancel(session.subscriptionId);
    await this.invoices.returnBalances(session.subscriptionId);
    return (await this.invoices.findFirstIntentId(session.subscriptionId)) ?? null;
  }

  private async findSubscription({
    subscriptionId,
    amountCents,
    currency,
  }: HostedCheckout): Promise<PaidSubscription | undefined> {
    const subscription = subscriptionId && (await this.subscriptions.find(subscriptionId));
    if (!subscription) return undefined;
    const first = await this.invoices.findFirst(subscription.id);
    const isPaid = first?.status === 'paid';
    const intentId = isPaid ? first.paymentIntentId : null;
    const intent = intentId ? await this.paymentIntents.find(intentId) : undefined;
    const refundedCents = intent?.refundedCents ?? 0;
    // A credit in the customer's balance reduces what is charged, and a debt adds to it.
    const paidCents = isPaid ? first.amountPaidCents : (amountCents ?? 0);
    const paid = { amount: paidCents - refundedCents, currency: currency ?? CURRENCY };
    const cardFingerprint = intent?.cardFingerprint ?? null;
    return { ...subscription, refundedCents, paymentIntentId: intentId, cardFingerprint, paid };
  }
}
