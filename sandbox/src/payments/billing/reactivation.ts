import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { findSubscription } from './invoices.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice, PaymentIntent, Subscription } from '../state/wire.ts';

const REACTIVATED = ['incomplete', 'past_due', 'unpaid'];

/** Makes the subscription active again once its latest finalized invoice is no longer open. */
export function reactivateAfter(sandbox: Sandbox, settled: Invoice, intent?: PaymentIntent): void {
  const subscription = findSubscription(sandbox, settled);
  if (!subscription || !REACTIVATED.includes(subscription.status)) return;
  if (hasNewerOpenInvoice(sandbox, subscription, settled)) return;
  unschedule(sandbox, 'expire_incomplete_subscription', subscription.id);
  const saves = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const active = sandbox.store.put('subscription', {
    ...subscription,
    status: 'active',
    default_payment_method: saves && intent ? intent.payment_method : subscription.default_payment_method,
  });
  emit(sandbox, 'customer.subscription.updated', active, subscription);
}

function hasNewerOpenInvoice({ store }: Sandbox, subscription: Subscription, settled: Invoice): boolean {
  const invoices = store.findBy('invoice', 'subscription', subscription.id);
  const position = invoices.findIndex(({ id }) => id === settled.id);
  return invoices.slice(position + 1).some(({ status }) => status === 'open');
}
