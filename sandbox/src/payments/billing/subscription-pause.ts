import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { discardPendingUpdate } from './invoice-void.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Subscription } from '../state/wire.ts';

/** Pauses a subscription after its final payment failure. It is not renewed until it is resumed. */
export function pauseSubscription(sandbox: Sandbox, subscription: Subscription): void {
  unschedule(sandbox, 'advance_subscription', subscription.id);
  const paused = sandbox.store.put('subscription', {
    ...discardPendingUpdate(sandbox, subscription),
    status: 'paused',
    status_details: {
      paused: {
        subscription: { type: 'final_payment_failure' },
        transitioned_at: sandbox.clock.now(),
        type: 'subscription',
      },
    },
  });
  emit(sandbox, 'customer.subscription.paused', paused, subscription);
  emit(sandbox, 'customer.subscription.updated', paused, subscription);
}

/** Collects new invoices again. A scheduled task. */
export function resumeCollection(sandbox: Sandbox, subscriptionId: string): void {
  const paused = sandbox.store.get('subscription', subscriptionId);
  if (!paused?.pause_collection) return;
  const resumed = sandbox.store.put('subscription', { ...paused, pause_collection: null });
  emit(sandbox, 'customer.subscription.updated', resumed, paused);
}
