import { decodeForm } from '../http/form.ts';
import { TEST_CARDS } from '../cards/test-cards.ts';
import type { ApiFailure } from './api-failures.ts';
import type { WebhookFailure } from '../events/webhook-failures.ts';
import type { CollectionName, Collections } from '../state/collections.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Delivery } from '../state/records.ts';

type Counts = Record<string, number>;

/**
 * Counts all objects by status. `metadata[key]=value` filters them: charges and refunds by the metadata of their intent,
 * customers and subscriptions by their own.
 */
export function stateCounts({ store }: Sandbox, query: string): object {
  const { metadata = {} } = decodeForm(query) as { metadata?: Record<string, string> };
  const wanted = Object.entries(metadata);
  const matchesMetadata = (actual: Record<string, string> | null): boolean =>
    wanted.every(([key, value]) => actual?.[key] === value);
  const select = <Name extends CollectionName>(
    name: Name,
    matches: (value: Collections[Name]) => boolean,
  ): Collections[Name][] => [...store.oldestFirst(name)].filter(matches);
  const intents = select('payment_intent', (intent) => matchesMetadata(intent.metadata));
  const charges = select('charge', (charge) => matchesMetadata(charge.metadata));
  const chargeIds = new Set(charges.map(({ id }) => id));
  const refunds = select('refund', ({ charge }) => charge !== null && chargeIds.has(charge));
  const subscriptions = select('subscription', (subscription) => matchesMetadata(subscription.metadata));
  const subscriptionIds = new Set(subscriptions.map(({ id }) => id));
  const invoices = select('invoice', ({ parent }) =>
    subscriptionIds.has(parent?.subscription_details?.subscription ?? ''),
  );
  return {
    customers: select('customer', (customer) => matchesMetadata(customer.metadata)).length,
    paymentIntents: countByStatus(intents),
    charges: countByStatus(charges),
    capturedCents: charges.reduce((sum, { amount_captured: amount }) => sum + amount, 0),
    refunds: countByStatus(refunds),
    refundedCents: refunds
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0),
    subscriptions: countByStatus(subscriptions),
    invoices: countByStatus(invoices),
    deliveries: countByStatus([...store.oldestFirst('delivery')]),
  };
}

const OVERVIEW_LIMIT = 50;

/** Data for the dashboard: the newest objects of each kind, and the state of the controls. */
export interface Overview {
  clock: { now: number; offsetSeconds: number };
  webhookEndpoint: { url: string | null };
  apiFailures: ApiFailure[];
  webhookFailures: WebhookFailure[];
  payments: {
    id: string;
    amount: number;
    currency: string;
    status: string;
    created: number;
    refunded: number;
    detail: string | null;
    email: string | null;
  }[];
  subscriptions: {
    id: string;
    status: string;
    customer: string;
    price: string;
    periodEnd: number | null;
    cancelsAtPeriodEnd: boolean;
  }[];
  events: { id: string; type: string; created: number; object: string; delivery: Delivery | null }[];
  cards: { number: string; summary: string; group: string }[];
}

type Newest = Pick<Overview, 'payments' | 'subscriptions' | 'events' | 'cards'>;

export function overview({ store }: Sandbox): Newest {
  const newest = <Name extends CollectionName>(name: Name): Collections[Name][] =>
    take(store.newestFirst(name), OVERVIEW_LIMIT);
  return {
    payments: newest('payment_intent').map((intent) => ({
      id: intent.id,
      amount: intent.amount,
      currency: intent.currency,
      status: intent.status,
      created: intent.created,
      refunded: store.get('charge', intent.latest_charge ?? '')?.amount_refunded ?? 0,
      detail: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
      email: store.get('charge', intent.latest_charge ?? '')?.billing_details.email ?? null,
    })),
    subscriptions: newest('subscription').map((subscription) => ({
      id: subscription.id,
      status: subscription.status,
      customer: store.get('customer', subscription.customer)?.email ?? subscription.customer,
      price: subscription.items.data[0]?.price.lookup_key ?? subscription.items.data[0]?.price.id ?? '',
      periodEnd: subscription.items.data[0]?.current_period_end ?? null,
      cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    })),
    events: newest('event').map((event) => ({
      id: event.id,
      type: event.type,
      created: event.created,
      object: (event.object as { id: string }).id,
      delivery: store.get('delivery', event.id) ?? null,
    })),
    cards: TEST_CARDS.map(({ number, summary, group }) => ({ number, summary, group })),
  };
}

function countByStatus(objects: readonly { status: string | null }[]): Counts {
  const counts: Counts = {};
  for (const { status } of objects) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1;
  return counts;
}

function take<T>(values: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  for (const value of values) {
    if (taken.length === count) break;
    taken.push(value);
  }
  return taken;
}
