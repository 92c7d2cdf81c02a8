import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession, PaymentIntent } from '../state/wire.ts';

/** Completes the open session that this intent pays for, if any. */
export function completeSessionFor(sandbox: Sandbox, intent: PaymentIntent): void {
  for (const order of sandbox.store.findBy('session_order', 'intent', intent.id)) {
    const session = sandbox.store.get('checkout_session', order.id);
    if (session?.status === 'open') completeSession(sandbox, session, 'paid');
  }
}

export function completeSession(
  sandbox: Sandbox,
  session: CheckoutSession,
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required',
): CheckoutSession {
  const order = sandbox.store.get('session_order', session.id);
  const subscription = sandbox.store.get('subscription', order?.subscription ?? '');
  unschedule(sandbox, 'expire_checkout_session', session.id);
  const complete = sandbox.store.put('checkout_session', {
    ...session,
    status: 'complete',
    payment_status: paymentStatus,
    url: null,
    subscription: subscription?.id ?? null,
    invoice: subscription?.latest_invoice ?? null,
    payment_intent: session.mode === 'payment' ? (order?.intent ?? null) : null,
  });
  emit(sandbox, 'checkout.session.completed', complete);
  return complete;
}

/** Completes an open session whose delayed payment then fails. It can't be paid again. */
export function failDelayedPayment(sandbox: Sandbox, session: CheckoutSession): CheckoutSession {
  const failed = completeSession(sandbox, session, 'unpaid');
  emit(sandbox, 'checkout.session.async_payment_failed', failed);
  return failed;
}

/** Expires an open session, on request or as a scheduled task. */
export function expireSession(sandbox: Sandbox, sessionId: string): void {
  const session = sandbox.store.get('checkout_session', sessionId);
  if (session?.status !== 'open') return;
  unschedule(sandbox, 'expire_checkout_session', sessionId);
  const expired = sandbox.store.put('checkout_session', { ...session, status: 'expired', url: null });
  emit(sandbox, 'checkout.session.expired', expired);
}
