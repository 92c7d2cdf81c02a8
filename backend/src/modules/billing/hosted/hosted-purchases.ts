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
    return session && { session, subscription: await this.subscriptionOf(session) };
  }

  /** Cancels the subscription and returns the id of the intent that paid it, which is not refunded. Undefined if there is none. */
  async cancel(sessionId: string): Promise<string | undefined> {
    const session = await this.hostedCheckouts.find(sessionId);
    if (!session?.subscriptionId) return undefined;
    await this.subscriptions.cancel(session.subscriptionId);
    return this.invoices.findIntentOfFirst(session.subscriptionId);
  }

  private async subscriptionOf({
    subscriptionId,
    amountCents,
    currency,
  }: HostedCheckout): Promise<PaidSubscription | undefined> {
    const subscription = subscriptionId && (await this.subscriptions.find(subscriptionId));
    if (!subscription) return undefined;
    const intentId = await this.invoices.findIntentOfFirst(subscription.id);
    const intent = intentId && (await this.paymentIntents.find(intentId));
    const refundedCents = intent ? intent.refundedCents : 0;
    const paid = { amount: (amountCents ?? 0) - refundedCents, currency: currency ?? CURRENCY };
    const cardFingerprint = intent ? intent.cardFingerprint : null;
    return { ...subscription, refundedCents, paymentIntentId: intentId ?? null, cardFingerprint, paid };
  }
}
