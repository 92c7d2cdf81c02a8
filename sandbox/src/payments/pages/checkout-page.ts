import { paySession } from '../checkout/pay-session.ts';
import { sessionLineItems } from '../checkout/session-order.ts';
import { ApiError, resourceMissing } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession } from '../state/wire.ts';

/** Data for the hosted checkout page. */
export interface SessionForPage {
  status: string;
  mode: string;
  email: string;
  currency: string;
  total: number;
  lines: { description: string; quantity: number; amount: number; interval: string | null }[];
  publishableKey: string;
  cancelUrl: string | null;
  successUrl: string;
}

export type PayResponse =
  | { outcome: 'complete' }
  | { outcome: 'requires_action'; clientSecret: string }
  | { outcome: 'declined'; message: string };

export function sessionForPage(sandbox: Sandbox, id: string): SessionForPage {
  const session = findSession(sandbox, id);
  const customer = sandbox.store.get('customer', session.customer ?? '');
  return {
    status: session.status ?? 'open',
    mode: session.mode,
    email: session.customer_email ?? customer?.email ?? '',
    currency: session.currency ?? 'usd',
    total: session.amount_total ?? 0,
    lines: sessionLineItems(sandbox, id).data.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      amount: line.amount_total,
      interval: (line.price as { recurring: { interval: string } | null }).recurring?.interval ?? null,
    })),
    publishableKey: sandbox.keys.publishableKey,
    cancelUrl: session.cancel_url,
    successUrl: (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id),
  };
}

/** Pays with the payment method that the page created with the publishable key. */
export function payFromPage(sandbox: Sandbox, id: string, body: object): PayResponse {
  const { payment_method: methodId } = body as { payment_method?: unknown };
  const session = findSession(sandbox, id);
  const order = sandbox.store.get('session_order', id);
  const method = typeof methodId === 'string' ? sandbox.store.get('payment_method', methodId) : undefined;
  if (!order || !method) throw resourceMissing('payment_method', String(methodId), 'payment_method', 400);
  const { error, intent } = sandbox.store.transaction(() => paySession(sandbox, session, order, method));
  if (error) return { outcome: 'declined', message: error.message };
  if (intent?.status === 'requires_action')
    return { outcome: 'requires_action', clientSecret: intent.client_secret ?? '' };
  return { outcome: 'complete' };
}

function findSession({ store }: Sandbox, id: string): CheckoutSession {
  const session = store.get('checkout_session', id);
  if (!session)
    throw new ApiError(404, { type: 'invalid_request_error', message: 'Checkout session not found.' });
  return session;
}
