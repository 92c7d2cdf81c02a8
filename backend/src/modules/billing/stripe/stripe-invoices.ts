import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { PaymentProviderRejectedError } from '../billing-errors.js';
import { InvoicesPort, type InvoicePayment, type ProviderInvoice } from '../invoices/invoices.port.js';
import { callStripe, findInStripe } from './stripe-client.js';
import { idOf, toInvoice } from './stripe-mappers.js';

@Injectable()
export class StripeInvoices extends InvoicesPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async find(id: string): Promise<ProviderInvoice | undefined> {
    const invoice = await findInStripe(() => this.stripe.invoices.retrieve(id));
    return invoice && toInvoice(invoice);
  }

  override async attachPayment({ invoiceId, paymentIntentId, key }: InvoicePayment): Promise<void> {
    const invoice = await callStripe(() => this.stripe.invoices.retrieve(invoiceId));
    if (invoice.status === 'paid') return;
    try {
      await callStripe(() =>
        this.stripe.invoices.attachPayment(
          invoiceId,
          { payment_intent: paymentIntentId },
          { idempotencyKey: key },
        ),
      );
    } catch (error) {
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
      await this.markPaidOutOfBand(invoice, paymentIntentId, key);
    }
  }

  override async findIntentOfFirst(subscriptionId: string): Promise<string | undefined> {
    const first = (await this.invoicesOf(subscriptionId)).at(-1);
    return first && intentOf(first);
  }

  override async findSubscriptionFirstPaidBy(paymentIntentId: string): Promise<string | undefined> {
    const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
    const { data } = await callStripe(() => this.stripe.invoicePayments.list({ payment, limit: 1 }));
    const invoiceId = data[0] && idOf(data[0].invoice);
    if (!invoiceId) return undefined;
    const invoice = await callStripe(() => this.stripe.invoices.retrieve(invoiceId));
    const isFirst = invoice.billing_reason === 'subscription_create';
    return isFirst ? (toInvoice(invoice).subscriptionId ?? undefined) : undefined;
  }

  override async findRenewalsPaidSince(subscriptionId: string, since: Date): Promise<string[]> {
    const invoices = await this.invoicesOf(subscriptionId);
    return invoices
      .filter(({ billing_reason }) => billing_reason !== 'subscription_create')
      .filter(({ status_transitions: { paid_at } }) => paid_at !== null && paid_at * 1000 >= since.getTime())
      .flatMap((invoice) => intentOf(invoice) ?? []);
  }

  /** Writes the metadata first, because a retry skips invoices that are already paid. */
  private async markPaidOutOfBand(
    invoice: Stripe.Invoice,
    paymentIntentId: string,
    key: string,
  ): Promise<void> {
    const metadata = { payment_intent: paymentIntentId };
    const { id, subscriptionId } = toInvoice(invoice);
    await callStripe(() =>
      this.stripe.invoices.update(id, { metadata }, { idempotencyKey: `${key}:invoice` }),
    );
    if (subscriptionId) {
      await callStripe(() =>
        this.stripe.subscriptions.update(
          subscriptionId,
          { metadata },
          { idempotencyKey: `${key}:subscription` },
        ),
      );
    }
    await callStripe(() =>
      this.stripe.invoices.pay(id, { paid_out_of_band: true }, { idempotencyKey: `${key}:out-of-band` }),
    );
  }

  /** Newest first, with their payments. */
  private async invoicesOf(subscription: string): Promise<Stripe.Invoice[]> {
    const invoices = await callStripe(() =>
      this.stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] }),
    );
    return invoices.data;
  }
}

/** The intent that paid an invoice. */
function intentOf(invoice: Stripe.Invoice): string | undefined {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  return typeof payment === 'string' ? payment : payment?.id;
}
