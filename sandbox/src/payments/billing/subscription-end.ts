import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { discardPendingUpdate, voidInvoice } from './invoice-void.ts';
import { endSchedule } from './schedules/schedule-end.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, Subscription } from '../state/wire.ts';

type CancellationDetails = NonNullable<Subscription['cancellation_details']>;

/** Cancels the subscription immediately. Its open invoices are no longer collected. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  details: Partial<CancellationDetails>,
  scheduleEnd?: 'completed',
): Subscription {
  if (subscription.ended_at !== null) return subscription;
  const now = sandbox.clock.now();
  unscheduleTasks(sandbox, subscription);
  const current = discardPendingUpdate(sandbox, subscription);
  const ended = sandbox.store.put('subscription', {
    ...current,
    status: 'canceled',
    canceled_at: current.canceled_at ?? now,
    ended_at: now,
    cancel_at: null,
    cancellation_details: { ...blankDetails, ...current.cancellation_details, ...details },
  });
  endSchedule(
    sandbox,
    ended,
    scheduleEnd ?? (details.reason === 'payment_failed' ? 'delinquent' : 'canceled'),
  );
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

export const blankDetails: CancellationDetails = {
  comment: null,
  feedback: null,
  feedback_option: null,
  reason: null,
};

function unscheduleTasks(sandbox: Sandbox, { id }: Subscription): void {
  unschedule(sandbox, 'advance_subscription', id);
  unschedule(sandbox, 'cancel_subscription', id);
  unschedule(sandbox, 'resume_collection', id);
  unschedule(sandbox, 'expire_incomplete_subscription', id);
}

function stopCollecting(sandbox: Sandbox, invoice: Invoice): void {
  unschedule(sandbox, 'retry_invoice', invoice.id);
  unschedule(sandbox, 'finalize_invoice', invoice.id);
  if (invoice.status !== 'open' && invoice.status !== 'draft') return;
  sandbox.store.put('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null });
}
