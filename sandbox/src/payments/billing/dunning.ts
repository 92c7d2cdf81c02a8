import { isHardDecline } from '../cards/declines.ts';
import { schedule, unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { billingSettings } from './billing-settings.ts';
import { findDefaultPayment, findSubscription } from './invoices.ts';
import { findHeldUpdate } from './pending-updates.ts';
import { pauseSubscription } from './subscription-pause.ts';
import { endSubscription } from './subscription-end.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, PaymentMethod, Subscription } from '../state/wire.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Records a failed attempt and schedules the next one. Manual attempts after the first don't affect the schedule.
 * The subscription becomes past due and, after the last attempt, ends as configured.
 */
export function recordFailure(
  sandbox: Sandbox,
  invoice: Invoice,
  { requiresAction = false, manual = false } = {},
): Invoice {
  const failed =
    manual && invoice.attempted
      ? invoice
      : putAttempt(sandbox, invoice, computeNextAttempt(sandbox, invoice));
  if (requiresAction) emit(sandbox, 'invoice.payment_action_required', failed);
  emit(sandbox, 'invoice.payment_failed', failed);
  if (failed !== invoice) followAttempt(sandbox, failed);
  return failed;
}

/** Counts a scheduled retry that is not executed, because the issuer asked not to charge this card again. */
export function skipRetry(sandbox: Sandbox, invoice: Invoice): void {
  followAttempt(sandbox, putAttempt(sandbox, invoice, computeNextAttempt(sandbox, invoice)));
}

/** True if the issuer declined the last attempt with this same card for good. */
export function wasHardDeclined(sandbox: Sandbox, invoice: Invoice, { id, card }: PaymentMethod): boolean {
  const error = findDefaultPayment(sandbox, invoice)?.intent.last_payment_error;
  const declined = error?.payment_method;
  return (
    isHardDecline(error?.decline_code ?? error?.code ?? '') &&
    declined?.id === id &&
    declined.card?.fingerprint === card?.fingerprint &&
    declined.card?.exp_year === card?.exp_year &&
    declined.card?.exp_month === card?.exp_month
  );
}

/** Leaves the invoice of a change open until the customer confirms its payment. */
export function awaitConfirmation(sandbox: Sandbox, invoice: Invoice): void {
  markPastDue(sandbox, invoice);
}

/** Unpaid first invoices and pending updates expire instead of being retried. */
function expires(sandbox: Sandbox, invoice: Invoice): boolean {
  return invoice.billing_reason === 'subscription_create' || findHeldUpdate(sandbox, invoice) !== undefined;
}

function computeNextAttempt(sandbox: Sandbox, invoice: Invoice): number | null {
  const days = billingSettings(sandbox).retryDays[invoice.attempt_count];
  return expires(sandbox, invoice) || days === undefined ? null : sandbox.clock.now() + days * DAY_SECONDS;
}

function putAttempt(sandbox: Sandbox, invoice: Invoice, nextAttempt: number | null): Invoice {
  const attempted = sandbox.store.put('invoice', {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: nextAttempt,
  });
  emit(sandbox, 'invoice.updated', attempted, invoice);
  return attempted;
}

function followAttempt(sandbox: Sandbox, invoice: Invoice): void {
  if (expires(sandbox, invoice)) return;
  const { next_payment_attempt: nextAttempt } = invoice;
  if (nextAttempt !== null) {
    schedule(sandbox, 'retry_invoice', invoice.id, nextAttempt);
    markPastDue(sandbox, invoice);
    return;
  }
  unschedule(sandbox, 'retry_invoice', invoice.id);
  const subscription = findSubscription(sandbox, invoice);
  if (subscription?.ended_at === null) endDunning(sandbox, subscription, invoice);
}

function endDunning(sandbox: Sandbox, subscription: Subscription, invoice: Invoice): void {
  switch (billingSettings(sandbox).afterRetries) {
    case 'cancel':
      endSubscription(sandbox, subscription, { reason: 'payment_failed' });
      break;
    case 'unpaid': {
      const unpaid = sandbox.store.put('subscription', { ...subscription, status: 'unpaid' });
      emit(sandbox, 'customer.subscription.updated', unpaid, subscription);
      break;
    }
    case 'pause':
      pauseSubscription(sandbox, subscription);
      break;
    case 'past_due':
      markPastDue(sandbox, invoice);
  }
}

function markPastDue(sandbox: Sandbox, invoice: Invoice): void {
  const subscription = findSubscription(sandbox, invoice);
  if (!subscription || !['active', 'trialing'].includes(subscription.status)) return;
  const pastDue = sandbox.store.put('subscription', { ...subscription, status: 'past_due' });
  emit(sandbox, 'customer.subscription.updated', pastDue, subscription);
}
