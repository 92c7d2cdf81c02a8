import type { CreditNote, InvoiceLine } from '@subscription-site/shared/contracts';
import type Stripe from 'stripe';
import type { ProviderInvoice } from '../invoices/invoices.port.js';
import { dateOrNull, fromUnixSeconds, getId, isProration } from './stripe-mappers.js';

/** Where `markPaidOutOfBand` stores the intent that paid an invoice. */
export const PAYMENT_INTENT_METADATA = 'payment_intent';

/** Where it stores how much of the payment was for the invoice, in cents. */
export const PAID_AMOUNT_METADATA = 'amount_paid';

/** Payment details require `payments.data.payment.payment_intent` to be expanded. */
export function toInvoice(
  invoice: Stripe.Invoice,
  creditNotes: readonly Stripe.CreditNote[] = [],
): ProviderInvoice {
  const intent = getPaymentIntent(invoice);
  const lastError = typeof intent === 'object' ? intent?.last_payment_error : null;
  const requiresAction = typeof intent === 'object' && intent?.status === 'requires_action';
  return {
    id: invoice.id!,
    subscriptionId: getId(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    status: invoice.status ?? 'draft',
    lines: invoice.lines.data.map(toLine),
    totalCents: invoice.total,
    taxCents: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    amountDueCents: computeDueCents(invoice),
    amountPaidCents: computePaidCents(invoice),
    amountRemainingCents: invoice.amount_remaining,
    currency: invoice.currency,
    issuedAt: fromUnixSeconds(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    billingReason: invoice.billing_reason,
    ...computePeriod(invoice),
    paymentIntentId: getId(intent),
    paymentMethodId: typeof intent === 'object' ? getId(intent?.payment_method) : null,
    lastChargeId: typeof intent === 'object' ? getId(intent?.latest_charge) : null,
    attempts: invoice.attempt_count,
    nextAttemptAt: dateOrNull(invoice.next_payment_attempt),
    failureCode:
      lastError?.decline_code ?? lastError?.code ?? (requiresAction ? 'authentication_required' : null),
    requiresAction,
    isProcessing: typeof intent === 'object' && intent?.status === 'processing',
    finalizationError: invoice.last_finalization_error?.message ?? null,
    creditNotes: creditNotes
      .filter(({ status }) => status === 'issued')
      .map(toCreditNote)
      .toReversed(),
  };
}

function toLine({ description, amount, period }: Stripe.InvoiceLineItem): InvoiceLine {
  return {
    description: description ?? '',
    amountCents: amount,
    periodStart: fromUnixSeconds(period.start).toISOString(),
    periodEnd: fromUnixSeconds(period.end).toISOString(),
  };
}

function toCreditNote({ id, number, amount, created }: Stripe.CreditNote): CreditNote {
  return { id, number, amountCents: amount, issuedAt: fromUnixSeconds(created).toISOString() };
}

/** Whether the invoice charges for a change to this price that was prorated for this time (in seconds). */
export function isPriceChange(invoice: Stripe.Invoice, priceId: string, proratedAt: number): boolean {
  const lines = invoice.lines.data;
  return (
    invoice.billing_reason === 'subscription_update' &&
    lines.some((line) => isProration(line) && line.period.start === proratedAt) &&
    lines.some(({ pricing }) => getId(pricing?.price_details?.price) === priceId)
  );
}

export function hasCreditNotes(invoice: Stripe.Invoice): boolean {
  return invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount > 0;
}

/** A payment out of band paid the whole total, because what the balance had covered was returned. */
function computeDueCents({ metadata, amount_due, total }: Stripe.Invoice): number {
  return metadata?.[PAYMENT_INTENT_METADATA] ? total : amount_due;
}

/** The provider doesn't count a payment out of band. Invoices from before its amount was stored were paid in full. */
function computePaidCents(invoice: Stripe.Invoice): number {
  const { metadata, amount_paid } = invoice;
  if (!metadata?.[PAYMENT_INTENT_METADATA]) return amount_paid;
  return Number(metadata[PAID_AMOUNT_METADATA] ?? computeDueCents(invoice));
}

/** The intent that paid the invoice, or else the default one. */
export function getPaymentIntent(invoice: Stripe.Invoice): string | Stripe.PaymentIntent | null {
  const outOfBand = invoice.metadata?.[PAYMENT_INTENT_METADATA];
  if (outOfBand) return outOfBand;
  const payments = invoice.payments?.data ?? [];
  const payment = payments.find(({ status }) => status === 'paid') ?? payments.find((p) => p.is_default);
  return payment?.payment.payment_intent ?? null;
}

/** The period of the lines. The invoice's own period is that of the usage before it. */
function computePeriod(invoice: Stripe.Invoice): { periodStart: Date; periodEnd: Date } {
  const periods = invoice.lines.data.map(({ period }) => period);
  return {
    periodStart: fromUnixSeconds(
      Math.min(...periods.map(({ start }) => start), ...orElse(periods, invoice.period_start)),
    ),
    periodEnd: fromUnixSeconds(
      Math.max(...periods.map(({ end }) => end), ...orElse(periods, invoice.period_end)),
    ),
  };
}

const orElse = (periods: readonly unknown[], fallback: number): number[] =>
  periods.length === 0 ? [fallback] : [];
