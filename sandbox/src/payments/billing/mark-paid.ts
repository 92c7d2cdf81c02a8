import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { cancelIntent, isOpen } from '../intents/payment-intents.ts';
import { applyUpdatePaidBy } from './pending-updates.ts';
import { reactivateAfter } from './reactivation.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, InvoicePayment, PaymentIntent } from '../state/wire.ts';

/** Applies a successful payment to the open invoice that it is linked to, if any. */
export function creditPayment(sandbox: Sandbox, intent: PaymentIntent): void {
  for (const payment of sandbox.store.findBy('invoice_payment', 'payment_intent', intent.id)) {
    const invoice = sandbox.store.get('invoice', payment.invoice);
    if (payment.status === 'open' && (invoice?.status === 'open' || invoice?.status === 'uncollectible'))
      markPaidBy(sandbox, invoice, payment, intent);
  }
}

/** Marks an invoice as paid without a payment: nothing was due, or it was paid out of band. */
export function markPaidWithoutPayment(sandbox: Sandbox, invoice: Invoice): Invoice {
  const paid = putPaid(sandbox, invoice, 0);
  emitPaid(sandbox, paid);
  return paid;
}

function markPaidBy(
  sandbox: Sandbox,
  invoice: Invoice,
  payment: InvoicePayment,
  intent: PaymentIntent,
): void {
  const { store, clock } = sandbox;
  const applied = store.put('invoice_payment', {
    ...payment,
    amount_paid: intent.amount_received,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: clock.now() },
  });
  const paid = putPaid(sandbox, invoice, intent.amount_received);
  cancelOtherPayments(sandbox, paid, applied.id);
  emit(sandbox, 'invoice_payment.paid', applied);
  emitPaid(sandbox, paid, intent);
}

function putPaid({ store, clock }: Sandbox, invoice: Invoice, amount: number): Invoice {
  return store.put('invoice', {
    ...invoice,
    status: 'paid',
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: amount > 0 ? Math.max(1, invoice.attempt_count) : invoice.attempt_count,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: clock.now() },
  });
}

/** Cancels the other intents of a paid invoice, so that it can't be paid twice. */
function cancelOtherPayments(sandbox: Sandbox, invoice: Invoice, paidBy: string): void {
  for (const payment of sandbox.store.findBy('invoice_payment', 'invoice', invoice.id)) {
    if (payment.id === paidBy || payment.status !== 'open') continue;
    sandbox.store.put('invoice_payment', {
      ...payment,
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: sandbox.clock.now() },
    });
    const intent = sandbox.store.get('payment_intent', payment.payment.payment_intent ?? '');
    if (intent && isOpen(intent)) cancelIntent(sandbox, intent, 'automatic');
  }
}

function emitPaid(sandbox: Sandbox, invoice: Invoice, intent?: PaymentIntent): void {
  unschedule(sandbox, 'retry_invoice', invoice.id);
  emit(sandbox, 'invoice.paid', invoice);
  emit(sandbox, 'invoice.payment_succeeded', invoice);
  reactivateAfter(sandbox, invoice, intent);
  applyUpdatePaidBy(sandbox, invoice);
}
