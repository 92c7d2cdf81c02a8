import { schedule, unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { attempt } from '../intents/attempt.ts';
import { isOpen } from '../intents/payment-intents.ts';
import { defaultPaymentOf, finalizeInvoice, subscriptionOf } from './invoices.ts';
import { settleWithoutPayment } from './settlement.ts';
import { endSubscription } from './subscription-end.ts';
import type { Failure } from '../http/failure.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, PaymentMethod } from '../state/wire.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Days between the tries to collect a renewal; after the last one the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];

export interface Collection {
  invoice: Invoice;
  failure?: Failure;
}

/** Opens a draft and collects it in the customer's absence: a task of the clock. */
export function finalizeAndCollect(sandbox: Sandbox, invoiceId: string): void {
  const draft = sandbox.store.get('invoice', invoiceId);
  if (draft?.status === 'draft') collect(sandbox, finalizeInvoice(sandbox, draft));
}

/** Another try to collect: a task of the clock. */
export function retryCollection(sandbox: Sandbox, invoiceId: string): void {
  const invoice = sandbox.store.get('invoice', invoiceId);
  if (invoice?.status === 'open') collect(sandbox, invoice);
}

/** Charges the card kept for the subscription, or settles at once where there is nothing to pay. */
export function collect(sandbox: Sandbox, invoice: Invoice): Collection {
  if (invoice.amount_due === 0) return { invoice: settleWithoutPayment(sandbox, invoice) };
  const method = paymentMethodFor(sandbox, invoice);
  if (!method) return { invoice: noteFailure(sandbox, invoice, false) };
  return collectWith(sandbox, invoice, method, { offSession: true, waitForCustomer: true });
}

/** Charges this payment method for the invoice's own intent. */
export function collectWith(
  sandbox: Sandbox,
  invoice: Invoice,
  method: PaymentMethod,
  options: { offSession: boolean; waitForCustomer?: boolean },
): Collection {
  const own = defaultPaymentOf(sandbox, invoice);
  if (!own || !isOpen(own.intent)) return { invoice };
  const { intent, failure } = attempt(sandbox, own.intent, method, options);
  const after = sandbox.store.get('invoice', invoice.id) ?? invoice;
  if (intent.status === 'succeeded' || intent.status === 'processing') return { invoice: after };
  return { invoice: noteFailure(sandbox, after, intent.status === 'requires_action'), failure };
}

/** The card of the invoice, the subscription, or the customer, in this order. */
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

function noteFailure(sandbox: Sandbox, invoice: Invoice, needsCustomer: boolean): Invoice {
  const attempts = invoice.attempt_count + 1;
  const isFirst = invoice.billing_reason === 'subscription_create';
  const wait = RETRY_AFTER_DAYS[attempts - 1];
  const nextAttempt = isFirst || wait === undefined ? null : sandbox.clock.now() + wait * DAY_SECONDS;
  const failed = sandbox.store.put('invoice', {
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: nextAttempt,
  });
  if (needsCustomer) emit(sandbox, 'invoice.payment_action_required', failed);
  emit(sandbox, 'invoice.payment_failed', failed);
  if (isFirst) return failed;
  if (nextAttempt !== null) schedule(sandbox, 'retry_invoice', invoice.id, nextAttempt);
  markPastDue(sandbox, failed, nextAttempt === null);
  return failed;
}

function markPastDue(sandbox: Sandbox, invoice: Invoice, gaveUp: boolean): void {
  const subscription = subscriptionOf(sandbox, invoice);
  if (!subscription || subscription.ended_at !== null) return;
  if (gaveUp) {
    unschedule(sandbox, 'retry_invoice', invoice.id);
    endSubscription(sandbox, subscription, { reason: 'payment_failed' });
    return;
  }
  if (subscription.status === 'past_due') return;
  const pastDue = sandbox.store.put('subscription', { ...subscription, status: 'past_due' });
  emit(sandbox, 'customer.subscription.updated', pastDue, subscription);
}
