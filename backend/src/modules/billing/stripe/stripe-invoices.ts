import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { PaymentProviderRejectedError } from '../billing-errors.js';
import {
  InvoicesPort,
  type InvoiceCharge,
  type InvoiceChargeState,
  type FirstInvoice,
  type FirstPayment,
  type ProviderInvoice,
} from '../invoices/invoices.port.js';
import type { ProviderRefund } from '../payments/refunds.port.js';
import { returnBalance } from './stripe-balance.js';
import { callStripe, findInStripe } from './stripe-client.js';
import {
  hasCreditNotes,
  getPaymentIntent,
  PAID_AMOUNT_METADATA,
  PAYMENT_INTENT_METADATA,
  toInvoice,
} from './stripe-invoice-mappers.js';
import { getId } from './stripe-mappers.js';
import { paginate } from './stripe-pages.js';

/** Metadata key of a credit note: the refund that it documents. */
const REFUND_METADATA = 'refund_id';
const WITH_INTENT = { expand: ['payments.data.payment.payment_intent'] };

@Injectable()
export class StripeInvoices extends InvoicesPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async find(id: string): Promise<ProviderInvoice | undefined> {
    const invoice = await findInStripe(() => this.stripe.invoices.retrieve(id, WITH_INTENT));
    if (!invoice) return undefined;
    return toInvoice(invoice, hasCreditNotes(invoice) ? await this.listCreditNotes(id) : []);
  }

  override async attachFirstPayment(payment: FirstPayment): Promise<FirstInvoice> {
    const { subscriptionId, paymentIntentId, amountCents, key } = payment;
    const first = (await this.listInvoices(subscriptionId)).at(-1);
    if (!first) throw new Error(`${subscriptionId} has no invoice.`);
    const otherCents = sumOtherPayments(first, paymentIntentId);
    const canBeAttached = first.status === 'open' && first.amount_remaining === amountCents;
    const isPaid =
      otherCents > 0 ||
      getPaidIntentId(first) === paymentIntentId ||
      (canBeAttached && (await this.attach(first.id!, paymentIntentId, key)));
    if (!isPaid) await this.markPaidOutOfBand(first, payment);
    await returnBalance(this.stripe, first);
    return {
      invoiceId: first.id!,
      totalCents: first.total,
      currency: first.currency,
      paidCents: amountCents + otherCents,
    };
  }

  override async pay({ invoiceId, paymentMethodId, key }: InvoiceCharge): Promise<InvoiceChargeState> {
    const method = paymentMethodId ? { payment_method: paymentMethodId } : {};
    try {
      await callStripe(() => this.stripe.invoices.pay(invoiceId, method, { idempotencyKey: key }));
    } catch (error) {
      // A declined card, or a payment that the customer has to confirm. The invoice says which.
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
    }
    const expand = ['confirmation_secret', ...WITH_INTENT.expand];
    const invoice = await callStripe(() => this.stripe.invoices.retrieve(invoiceId, { expand }));
    const { status, requiresAction, isProcessing, failureCode } = toInvoice(invoice);
    if (status === 'paid') return { status, clientSecret: null, failureCode: null };
    if (isProcessing) return { status: 'processing', clientSecret: null, failureCode: null };
    const clientSecret = requiresAction ? (invoice.confirmation_secret?.client_secret ?? null) : null;
    return { status: requiresAction ? 'requires_action' : 'declined', clientSecret, failureCode };
  }

  override async findOpen(subscription: string): Promise<string[]> {
    const open = await callStripe(() =>
      this.stripe.invoices.list({ subscription, status: 'open', limit: 100 }),
    );
    return open.data.map(({ id }) => id!);
  }

  override async void(id: string): Promise<string> {
    const find = async () => callStripe(() => this.stripe.invoices.retrieve(id, WITH_INTENT));
    const invoice = await find();
    const { status, isProcessing } = toInvoice(invoice);
    if (status !== 'open' || isProcessing) return status;
    try {
      await callStripe(() => this.stripe.invoices.voidInvoice(id));
      return 'void';
    } catch (error) {
      // Paid in the meantime, or its payment has started.
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
      return (await find()).status ?? 'draft';
    }
  }

  override async voidOpen(subscriptionId: string): Promise<ProviderInvoice[]> {
    const invoices: ProviderInvoice[] = [];
    for (const id of await this.findOpen(subscriptionId)) {
      await this.void(id);
      invoices.push((await this.find(id))!);
    }
    return invoices;
  }

  override async *listSubscriptionsWithOpen(): AsyncIterable<string[]> {
    for await (const page of paginate((after) => this.stripe.invoices.list({ status: 'open', ...after })))
      yield page.flatMap((invoice) => toInvoice(invoice).subscriptionId ?? []);
  }

  override async findFirst(subscriptionId: string): Promise<ProviderInvoice | undefined> {
    const first = (await this.listInvoices(subscriptionId)).at(-1);
    return first && this.find(first.id!);
  }

  override async findFirstIntentId(subscriptionId: string): Promise<string | undefined> {
    const first = (await this.listInvoices(subscriptionId)).at(-1);
    return first && getPaidIntentId(first);
  }

  override async findPaidBy(paymentIntentId: string): Promise<ProviderInvoice | undefined> {
    const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
    const { data } = await callStripe(() => this.stripe.invoicePayments.list({ payment, limit: 1 }));
    const invoiceId = data[0] && getId(data[0].invoice);
    return invoiceId ? this.find(invoiceId) : undefined;
  }

  override async findSince(subscription: string, since: Date): Promise<ProviderInvoice[]> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const invoices = await callStripe(() =>
      this.stripe.invoices.list({ subscription, created, limit: 100, expand: ['data.payments'] }),
    );
    // Lists can't be expanded deep enough to show why an open invoice was not paid, and leave out credit notes.
    return Promise.all(
      invoices.data.map(async (invoice) =>
        invoice.status === 'open' || hasCreditNotes(invoice)
          ? ((await this.find(invoice.id!)) ?? toInvoice(invoice))
          : toInvoice(invoice),
      ),
    );
  }

  override async findLaterIntentIds(subscriptionId: string, since?: Date): Promise<string[]> {
    const invoices = await this.listInvoices(subscriptionId);
    return invoices
      .filter((invoice) => invoice.billing_reason !== 'subscription_create' && wasPaidSince(invoice, since))
      .flatMap((invoice) => getPaidIntentId(invoice) ?? []);
  }

  override async returnBalances(subscriptionId: string, since?: Date): Promise<void> {
    for (const invoice of await this.listInvoices(subscriptionId))
      if (wasPaidSince(invoice, since)) await returnBalance(this.stripe, invoice);
  }

  override async returnBalance(id: string): Promise<void> {
    await returnBalance(this.stripe, await callStripe(() => this.stripe.invoices.retrieve(id)));
  }

  override async creditRefund(
    id: string,
    { id: refund, amountCents: amount }: ProviderRefund,
  ): Promise<void> {
    const notes = await this.listCreditNotes(id);
    const isCredited = notes.some(
      ({ metadata, refunds }) =>
        metadata?.[REFUND_METADATA] === refund ||
        refunds.some((credited) => getId(credited.refund) === refund),
    );
    if (isCredited) return;
    const { metadata } = await callStripe(() => this.stripe.invoices.retrieve(id));
    const isOutOfBand = metadata?.[PAYMENT_INTENT_METADATA] !== undefined;
    const note = {
      invoice: id,
      amount,
      ...(isOutOfBand ? { out_of_band_amount: amount } : { refunds: [{ refund, amount_refunded: amount }] }),
      metadata: { [REFUND_METADATA]: refund },
    };
    await callStripe(() =>
      this.stripe.creditNotes.create(note, { idempotencyKey: `refund:${refund}:credit-note` }),
    );
  }

  /** Newest first. */
  private async listCreditNotes(invoice: string): Promise<Stripe.CreditNote[]> {
    return (await callStripe(() => this.stripe.creditNotes.list({ invoice, limit: 100 }))).data;
  }

  /** False if the provider rejects it. */
  private async attach(invoiceId: string, paymentIntentId: string, key: string): Promise<boolean> {
    const payment = { payment_intent: paymentIntentId };
    try {
      await callStripe(() => this.stripe.invoices.attachPayment(invoiceId, payment, { idempotencyKey: key }));
      return true;
    } catch (error) {
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
      return false;
    }
  }

  /** Writes the metadata first, the invoice's last, because a retry skips an invoice that is paid and names its payment. */
  private async markPaidOutOfBand(
    { id, status }: Stripe.Invoice,
    { subscriptionId, paymentIntentId, amountCents, key }: FirstPayment,
  ): Promise<void> {
    const metadata = {
      [PAYMENT_INTENT_METADATA]: paymentIntentId,
      [PAID_AMOUNT_METADATA]: String(amountCents),
    };
    await callStripe(() =>
      this.stripe.subscriptions.update(
        subscriptionId,
        { metadata },
        { idempotencyKey: `${key}:subscription` },
      ),
    );
    await callStripe(() =>
      this.stripe.invoices.update(id!, { metadata }, { idempotencyKey: `${key}:invoice` }),
    );
    if (status === 'paid') return;
    await callStripe(() =>
      this.stripe.invoices.pay(id!, { paid_out_of_band: true }, { idempotencyKey: `${key}:out-of-band` }),
    );
  }

  /** Newest first, with their payments. */
  private async listInvoices(subscription: string): Promise<Stripe.Invoice[]> {
    const invoices: Stripe.Invoice[] = [];
    const query = { subscription, expand: ['data.payments'] };
    for await (const page of paginate((after) => this.stripe.invoices.list({ ...query, ...after })))
      invoices.push(...page);
    return invoices;
  }
}

/** The provider's times are whole seconds. */
function wasPaidSince({ status_transitions }: Stripe.Invoice, since = new Date(0)): boolean {
  const { paid_at } = status_transitions;
  return paid_at !== null && paid_at >= Math.floor(since.getTime() / 1000);
}

/** What intents other than this one paid. */
function sumOtherPayments({ payments }: Stripe.Invoice, paymentIntentId: string): number {
  return (payments?.data ?? [])
    .filter(({ status, payment }) => status === 'paid' && getId(payment.payment_intent) !== paymentIntentId)
    .reduce((sum, { amount_paid: cents }) => sum + (cents ?? 0), 0);
}

/** Id of the intent that paid an invoice. */
function getPaidIntentId(invoice: Stripe.Invoice): string | undefined {
  return invoice.status === 'paid' ? (getId(getPaymentIntent(invoice)) ?? undefined) : undefined;
}
