import { findDefaultPayment } from '../billing/invoices.ts';
import { startSubscription } from '../billing/subscription-start.ts';
import { attemptPayment } from '../intents/attempt.ts';
import { createIntent, isOpen } from '../intents/payment-intents.ts';
import { attachToCustomer } from '../intents/payment-methods.ts';
import { newId } from '../state/identifiers.ts';
import { createCustomer } from '../intents/blank-customer.ts';
import { completeSession } from './session-end.ts';
import { invalidRequest, resourceMissing, type ApiError } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession, PaymentIntent, PaymentMethod } from '../state/wire.ts';
import type { SessionOrder } from '../state/records.ts';

export interface PayResult {
  session: CheckoutSession;
  /** The intent that might require authentication. */
  intent: PaymentIntent | null;
  error?: ApiError;
}

/** Pays for a session from the hosted page. If the card is declined, the session stays open for another attempt. */
export function paySession(
  sandbox: Sandbox,
  session: CheckoutSession,
  order: SessionOrder,
  method: PaymentMethod,
): PayResult {
  if (session.status !== 'open') throw invalidRequest(`This checkout session is ${session.status}.`);
  const { email, name, phone, address } = method.billing_details;
  const { store } = sandbox;
  if (session.customer !== null && !store.get('customer', session.customer as string))
    throw resourceMissing('customer', session.customer as string, 'customer', 400);
  const customer = session.customer ?? customerFor(sandbox, session, email, name);
  const updated = store.put('checkout_session', {
    ...session,
    customer,
    customer_details: {
      address,
      business_name: null,
      email: email ?? session.customer_email,
      individual_name: name,
      name,
      phone,
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  const intent =
    session.mode === 'subscription'
      ? subscribe(sandbox, order, customer, method)
      : payOnce(sandbox, updated, order, customer);
  if (!intent) return { session: completeSession(sandbox, updated, 'no_payment_required'), intent: null };
  const { intent: after, error } = attemptPayment(sandbox, intent, method, { offSession: false });
  return { session: store.get('checkout_session', session.id) ?? updated, intent: after, error };
}

/** Creates the subscription and returns the intent of its first invoice; null if the first period is free. */
function subscribe(
  sandbox: Sandbox,
  order: SessionOrder,
  customer: string | null,
  method: PaymentMethod,
): PaymentIntent | null {
  const { store } = sandbox;
  const existing = order.subscription === null ? undefined : store.get('subscription', order.subscription);
  if (existing?.status === 'incomplete') return findInvoiceIntent(sandbox, existing.latest_invoice);
  if (customer !== null && order.trialEnd !== undefined) attachToCustomer(sandbox, method, customer);
  const { subscription } = startSubscription(sandbox, {
    customer: customer ?? '',
    items: order.items.flatMap(({ price, quantity }) => {
      const found = store.get('price', price);
      return found ? [{ price: found, quantity }] : [];
    }),
    behavior: 'default_incomplete',
    billingMode: 'flexible',
    defaultPaymentMethod: order.trialEnd === undefined ? undefined : method.id,
    description: order.subscriptionDescription,
    metadata: order.subscriptionMetadata,
    savesPaymentMethod: true,
    trialEnd: order.trialEnd,
  });
  const intent = findInvoiceIntent(sandbox, subscription.latest_invoice);
  // The customer's balance has paid the first period. The card pays the next ones.
  if (!intent && customer !== null && order.trialEnd === undefined) {
    attachToCustomer(sandbox, method, customer);
    const started = store.get('subscription', subscription.id) ?? subscription;
    store.put('subscription', { ...started, default_payment_method: method.id });
  }
  store.put('session_order', { ...order, subscription: subscription.id, intent: intent?.id ?? null });
  return intent;
}

function payOnce(
  sandbox: Sandbox,
  session: CheckoutSession,
  order: SessionOrder,
  customer: string | null,
): PaymentIntent {
  const existing = order.intent === null ? undefined : sandbox.store.get('payment_intent', order.intent);
  if (existing && isOpen(existing)) return existing;
  const intent = createIntent(sandbox, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer,
    description: order.intentDescription,
    metadata: order.intentMetadata,
    setup_future_usage: order.setupFutureUsage,
  });
  sandbox.store.put('session_order', { ...order, intent: intent.id });
  return intent;
}

function findInvoiceIntent(sandbox: Sandbox, invoiceId: string | null): PaymentIntent | null {
  const invoice = sandbox.store.get('invoice', invoiceId ?? '');
  return (invoice && findDefaultPayment(sandbox, invoice)?.intent) ?? null;
}

function customerFor(
  sandbox: Sandbox,
  session: CheckoutSession,
  email: string | null,
  name: string | null,
): string | null {
  const isNeeded = session.mode === 'subscription' || session.customer_creation === 'always';
  if (!isNeeded) return null;
  return createCustomer(sandbox, newId('cus'), { email: email ?? session.customer_email, name }).id;
}
