import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { cancelIntent, isOpen } from '../intents/payment-intents.ts';
import { restoreBalance } from './customer-balance.ts';
import { clearPendingUpdate, findHeldUpdate } from './pending-updates.ts';
import { findSubscription } from './invoices.ts';
import { reactivateAfter } from './reactivation.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, Subscription } from '../state/wire.ts';

/** Voids the invoice, cancels its open payments and returns what it took from the balance. A pending update that waits for it is discarded. */
export function voidInvoice(sandbox: Sandbox, invoice: Invoice): Invoice {
  stopCollection(sandbox, invoice);
  const voided = sandbox.store.put('invoice', {
    ...invoice,
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: sandbox.clock.now() },
  });
  restoreBalance(sandbox, voided);
  emit(sandbox, 'invoice.voided', voided);
  const subscription = findSubscription(sandbox, invoice);
  if (subscription && findHeldUpdate(sandbox, invoice)) {
    const cleared = clearPendingUpdate(sandbox, subscription);
    emit(sandbox, 'customer.subscription.updated', cleared, subscription);
  } else if (invoice.billing_reason !== 'subscription_create') reactivateAfter(sandbox, voided);
  return voided;
}

/** Cancels the open payments of an invoice and its scheduled collection. */
function stopCollection(sandbox: Sandbox, invoice: Invoice): void {
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
}

/** Discards an update whose invoice was not paid in time. A scheduled task. */
export function expirePendingUpdate(sandbox: Sandbox, subscriptionId: string): void {
  const subscription = sandbox.store.get('subscription', subscriptionId);
  if (!subscription?.pending_update) return;
  const expired = discardPendingUpdate(sandbox, subscription);
  emit(sandbox, 'customer.subscription.pending_update_expired', expired, subscription);
  emit(sandbox, 'customer.subscription.updated', expired, subscription);
}

/** Discards the pending update, if any, and voids its invoice. */
export function discardPendingUpdate(sandbox: Sandbox, subscription: Subscription): Subscription {
  const held = sandbox.store.get('held_update', subscription.id);
  if (!held) return subscription;
  const cleared = clearPendingUpdate(sandbox, subscription);
  const invoice = sandbox.store.get('invoice', held.invoice);
  if (invoice?.status === 'open') voidInvoice(sandbox, invoice);
  return cleared;
}
