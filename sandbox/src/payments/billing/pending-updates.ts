import { schedule, unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { storePendingProrations } from './prorations.ts';
import { getPeriod } from './periods.ts';
import { updateCurrentPhase } from './schedules/schedule-progress.ts';
import type { Sandbox } from '../sandbox.ts';
import type { HeldUpdate } from '../state/records.ts';
import type { Invoice, Subscription } from '../state/wire.ts';

const MAX_PENDING_SECONDS = 23 * 60 * 60;

/** The update that takes effect once this invoice is paid. */
export function findHeldUpdate({ store }: Sandbox, invoice: Invoice): HeldUpdate | undefined {
  const held = store.get('held_update', invoice.parent?.subscription_details?.subscription ?? '');
  return held?.invoice === invoice.id ? held : undefined;
}

/** Shows a held update as the subscription's `pending_update`, which expires after 23 hours or with the current period. */
export function showPendingUpdate(
  sandbox: Sandbox,
  subscription: Subscription,
  held: HeldUpdate,
): Subscription {
  const { trial_end: trialEnd } = subscription;
  const expiresAt = Math.min(
    sandbox.clock.now() + MAX_PENDING_SECONDS,
    getPeriod(subscription).end,
    subscription.status === 'trialing' && trialEnd !== null ? trialEnd : Infinity,
  );
  schedule(sandbox, 'expire_pending_update', subscription.id, expiresAt);
  return sandbox.store.put('subscription', {
    ...subscription,
    pending_update: {
      billing_cycle_anchor: held.anchor === subscription.billing_cycle_anchor ? null : held.anchor,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: expiresAt,
      metadata: null,
      subscription_items: held.items,
      trial_end: null,
      trial_from_plan: null,
    },
  });
}

/** Applies the update that was waiting for this invoice, now paid. */
export function applyUpdatePaidBy(sandbox: Sandbox, invoice: Invoice): void {
  const { store } = sandbox;
  const held = findHeldUpdate(sandbox, invoice);
  const subscription = held && store.get('subscription', held.id);
  if (!subscription) return;
  store.remove('held_update', held.id);
  unschedule(sandbox, 'expire_pending_update', held.id);
  const applied = store.put('subscription', {
    ...subscription,
    billing_cycle_anchor: held.anchor,
    items: { ...subscription.items, data: held.items },
    pending_update: null,
  });
  schedule(sandbox, 'advance_subscription', applied.id, getPeriod(applied).end);
  updateCurrentPhase(sandbox, applied);
  if (subscription.pending_update === null) return;
  emit(sandbox, 'customer.subscription.pending_update_applied', applied, subscription);
  emit(sandbox, 'customer.subscription.updated', applied, subscription);
}

/** Removes the update without applying it. Prorations that its invoice had collected become pending again. */
export function clearPendingUpdate(sandbox: Sandbox, subscription: Subscription): Subscription {
  const held = sandbox.store.get('held_update', subscription.id);
  if (!held) return subscription;
  sandbox.store.remove('held_update', subscription.id);
  unschedule(sandbox, 'expire_pending_update', subscription.id);
  storePendingProrations(sandbox, subscription.id, held.collectedProrations);
  return sandbox.store.put('subscription', { ...subscription, pending_update: null });
}
