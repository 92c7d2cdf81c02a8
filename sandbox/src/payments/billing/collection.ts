import { schedule, unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { attemptPayment } from '../intents/attempt.ts';
import { isOpen } from '../intents/payment-intents.ts';
import { defaultPaymentOf, finalizeInvoice, subscriptionOf } from './invoices.ts';
import { markPaidWithoutPayment } from './mark-paid.ts';
import { endSubscription } from './subscription-end.ts';
import type { ApiError } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, PaymentMethod } from '../state/wire.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Days between attempts to collect a renewal. The subscription is canceled after the last one. */
const RETRY_AFTER_DAYS = [3, 5, 7];

export interface CollectionResult {
  invoice: Invoice;
  error?: ApiError;
}

/** Finalizes a draft invoice and collects it off session. A scheduled task. */
export function finalizeAndCollect(sandbox: Sandbox, invoiceId: string): void {
  const draft = sandbox.store.get('invoice', invoiceId);
  if (draft?.status === 'draft') collect(sandbox, finalizeInvoice(sandbox, draft));
}

/** Retries collection. A scheduled task. */
export function retryCollection(sandbox: Sandbox, invoiceId: string): void {
  const invoice = sandbox.store.get('invoice', invoiceId);
  if (invoice?.status === 'open') collect(sandbox, invoice);
}

/** Charges the saved card, or marks the invoice as paid if nothing is due. */
export function collect(sandbox: Sandbox, invoice: Invoice): CollectionResult {
  if (invoice.amount_due === 0) return { invoice: markPaidWithoutPayment(sandbox, invoice) };
  const method = paymentMethodFor(sandbox, invoice);
  if (!method) return { invoice: recordFailure(sandbox, invoice, false) };
  return collectWith(sandbox, invoice, method, { offSession: true, waitForCustomer: true });
}

/** Confirms the invoice's default intent with this payment method. */
export function collectWith(
  sandbox: Sandbox,
  invoice: Invoice,
  method: PaymentMethod,
  options: { offSession: boolean; waitForCustomer?: boolean },
): CollectionResult {
  const defaultPayment = defaultPaymentOf(sandbox, invoice);
  if (!defaultPayment || !isOpen(defaultPayment.intent)) return { invoice };
  const { intent, error } = attemptPayment(sandbox, defaultPayment.intent, method, options);
  const current = sandbox.store.get('invoice', invoice.id) ?? invoice;
  if (intent.status === 'succeeded' || intent.status === 'processing') return { invoice: current };
  return { invoice: recordFailure(sandbox, current, intent.status === 'requires_action'), error };
}

/** The default payment method of the invoice, the subscription or the customer, in this order. */
export function paymentMethodFor(sandbox: Sandbox, invoice: Invoice): PaymentMethod | undefined {
  const { store } = sandbox;
  const subscription = subscriptionOf(sandbox, invoice);
  const customer = store.get('customer', invoice.customer ?? '');
  const id =
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer?.invoice_settings.default_payment_method;
  return id ? store.get('payment_method', id as string) : undefined;
}

function recordFailure(sandbox: Sandbox, invoice: Invoice, requiresAction: boolean): Invoice {
  const attempts = invoice.attempt_count + 1;
  const isFirst = invoice.billing_reason === 'subscription_create';
  const retryDays = RETRY_AFTER_DAYS[attempts - 1];
  const nextAttempt =
    isFirst || retryDays === undefined ? null : sandbox.clock.now() + retryDays * DAY_SECONDS;
  const failed = sandbox.store.put('invoice', {
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: nextAttempt,
  });
  if (requiresAction) emit(sandbox, 'invoice.payment_action_required', failed);
  emit(sandbox, 'invoice.payment_failed', failed);
  if (isFirst) return failed;
  if (nextAttempt !== null) schedule(sandbox, 'retry_invoice', invoice.id, nextAttempt);
  markPastDue(sandbox, failed, nextAttempt === null);
  return failed;
}

function markPastDue(sandbox: Sandbox, invoice: Invoice, isFinal: boolean): void {
  const subscription = subscriptionOf(sandbox, invoice);
  if (!subscription || subscription.ended_at !== null) return;
  if (isFinal) {
    unschedule(sandbox, 'retry_invoice', invoice.id);
    endSubscription(sandbox, subscription, { reason: 'payment_failed' });
    return;
  }
  if (subscription.status === 'past_due') return;
  const pastDue = sandbox.store.put('subscription', { ...subscription, status: 'past_due' });
  emit(sandbox, 'customer.subscription.updated', pastDue, subscription);
}
