import { attemptPayment } from '../intents/attempt.ts';
import { isOpen } from '../intents/payment-intents.ts';
import { recordFailure, skipRetry, wasHardDeclined } from './dunning.ts';
import { findDefaultPayment, finalizeInvoice, findSubscription } from './invoices.ts';
import { markPaidWithoutPayment } from './mark-paid.ts';
import { voidInvoice } from './invoice-void.ts';
import { keepAsDraft, markUncollectible } from './uncollectible.ts';
import type { ApiError } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, PaymentMethod } from '../state/wire.ts';

export interface CollectionResult {
  invoice: Invoice;
  error?: ApiError;
}

/** Finalizes a draft invoice and collects it off session. A scheduled task. */
export function finalizeAndCollect(sandbox: Sandbox, invoiceId: string): void {
  const draft = sandbox.store.get('invoice', invoiceId);
  if (draft?.status !== 'draft') return;
  switch (findSubscription(sandbox, draft)?.pause_collection?.behavior) {
    case undefined:
      collect(sandbox, finalizeInvoice(sandbox, draft));
      break;
    case 'void':
      voidInvoice(sandbox, finalizeInvoice(sandbox, draft));
      break;
    case 'mark_uncollectible':
      markUncollectible(sandbox, finalizeInvoice(sandbox, draft));
      break;
    default:
      keepAsDraft(sandbox, draft);
  }
}

/** Retries collection. A scheduled task. */
export function retryCollection(sandbox: Sandbox, invoiceId: string): void {
  const invoice = sandbox.store.get('invoice', invoiceId);
  if (invoice?.status !== 'open') return;
  const method = paymentMethodFor(sandbox, invoice);
  if (method && wasHardDeclined(sandbox, invoice, method)) skipRetry(sandbox, invoice);
  else collect(sandbox, invoice);
}

/** Charges the saved card, or marks the invoice as paid if nothing is due. */
export function collect(
  sandbox: Sandbox,
  invoice: Invoice,
  { offSession = true }: { offSession?: boolean } = {},
): CollectionResult {
  if (invoice.amount_due === 0) return { invoice: markPaidWithoutPayment(sandbox, invoice) };
  const method = paymentMethodFor(sandbox, invoice);
  if (!method) return { invoice: recordFailure(sandbox, invoice) };
  return collectWith(sandbox, invoice, method, { offSession, waitForCustomer: true });
}

/** Confirms the invoice's default intent with this payment method. A manual attempt doesn't affect the retry schedule. */
export function collectWith(
  sandbox: Sandbox,
  invoice: Invoice,
  method: PaymentMethod,
  options: { offSession: boolean; waitForCustomer?: boolean; manual?: boolean },
): CollectionResult {
  const defaultPayment = findDefaultPayment(sandbox, invoice);
  if (!defaultPayment || !isOpen(defaultPayment.intent)) return { invoice };
  const { intent, error } = attemptPayment(sandbox, defaultPayment.intent, method, options);
  const current = sandbox.store.get('invoice', invoice.id) ?? invoice;
  if (intent.status === 'succeeded' || intent.status === 'processing') return { invoice: current };
  const failed = recordFailure(sandbox, current, {
    requiresAction: intent.status === 'requires_action',
    manual: options.manual ?? false,
  });
  return { invoice: failed, error };
}

/** The default payment method of the invoice, the subscription or the customer, in this order. */
export function paymentMethodFor(sandbox: Sandbox, invoice: Invoice): PaymentMethod | undefined {
  const { store } = sandbox;
  const subscription = findSubscription(sandbox, invoice);
  const customer = store.get('customer', invoice.customer ?? '');
  const id =
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer?.invoice_settings.default_payment_method;
  return id ? store.get('payment_method', id as string) : undefined;
}
