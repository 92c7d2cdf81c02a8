import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { cancelIntent, isOpen } from '../intents/payment-intents.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, Subscription } from '../state/wire.ts';

type CancellationDetails = NonNullable<Subscription['cancellation_details']>;

/** Cancels the subscription immediately. Its open invoices are no longer collected. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  details: Partial<CancellationDetails>,
): Subscription {
  if (subscription.ended_at !== null) return subscription;
  const now = sandbox.clock.now();
  unscheduleTasks(sandbox, subscription);
  const ended = sandbox.store.put('subscription', {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancel_at: null,
    cancellation_details: { ...blankDetails, ...subscription.cancellation_details, ...details },
  });
  for (const invoice of sandbox.store.findBy('invoice', 'subscription', subscription.id))
    stopCollecting(sandbox, invoice);
  emit(sandbox, 'customer.subscription.deleted', ended);
  return ended;
}

/** Expires a subscription whose first invoice was not paid within 23 hours. */
export function expireIncompleteSubscription(sandbox: Sandbox, subscription: Subscription): void {
  unscheduleTasks(sandbox, subscription);
  const expired = sandbox.store.put('subscription', {
    ...subscription,
    status: 'incomplete_expired',
    ended_at: sandbox.clock.now(),
  });
  const invoice = sandbox.store.get('invoice', subscription.latest_invoice ?? '');
  if (invoice?.status === 'open') voidInvoice(sandbox, invoice);
  emit(sandbox, 'customer.subscription.updated', expired, subscription);
}

/** Voids the invoice and cancels its open payments. */
export function voidInvoice(sandbox: Sandbox, invoice: Invoice): Invoice {
  unschedule(sandbox, 'retry_invoice', invoice.id);
  unschedule(sandbox, 'finalize_invoice', invoice.id);
  for (const payment of sandbox.store.findBy('invoice_payment', 'invoice', invoice.id)) {
    const intent = sandbox.store.get('payment_intent', payment.payment.payment_intent ?? '');
    if (payment.status !== 'open') continue;
    sandbox.store.put('invoice_payment', {
      ...payment,
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: sandbox.clock.now() },
    });
    if (intent && isOpen(intent)) cancelIntent(sandbox, intent, 'void_invoice');
  }
  const voided = sandbox.store.put('invoice', {
    ...invoice,
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: sandbox.clock.now() },
  });
  emit(sandbox, 'invoice.voided', voided);
  return voided;
}

export const blankDetails: CancellationDetails = {
  comment: null,
  feedback: null,
  feedback_option: null,
  reason: null,
};

function unscheduleTasks(sandbox: Sandbox, { id }: Subscription): void {
  unschedule(sandbox, 'advance_subscription', id);
  unschedule(sandbox, 'cancel_subscription', id);
  unschedule(sandbox, 'expire_incomplete_subscription', id);
}

function stopCollecting(sandbox: Sandbox, invoice: Invoice): void {
  unschedule(sandbox, 'retry_invoice', invoice.id);
  unschedule(sandbox, 'finalize_invoice', invoice.id);
  if (invoice.status !== 'open' && invoice.status !== 'draft') return;
  sandbox.store.put('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null });
}
