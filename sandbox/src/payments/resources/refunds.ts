import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/api-error.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  integer,
  isWithin,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { refundCharge } from '../intents/refunds.ts';
import type { Charge } from '../state/wire.ts';

const create = route({
  method: 'POST',
  path: '/v1/refunds',
  parameters: {
    amount: integer,
    charge: text,
    payment_intent: text,
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    metadata: emptyable(metadata),
  },
  run: (call, parameters) =>
    refundCharge(call.sandbox, resolveCharge(call, parameters), {
      ...parameters,
      metadata: mergeMetadata({}, parameters.metadata),
    }),
});

const retrieve = route({
  method: 'GET',
  path: '/v1/refunds/:id',
  run: (call) => findOrThrow(call, 'refund', call.path['id'] ?? ''),
});

const update = route({
  method: 'POST',
  path: '/v1/refunds/:id',
  parameters: { metadata: emptyable(metadata) },
  run(call, parameters) {
    const refund = findOrThrow(call, 'refund', call.path['id'] ?? '');
    const updated = call.sandbox.store.put('refund', {
      ...refund,
      metadata: mergeMetadata(refund.metadata ?? {}, parameters.metadata),
    });
    emit(call.sandbox, 'refund.updated', updated, refund);
    return updated;
  },
});

const list = route({
  method: 'GET',
  path: '/v1/refunds',
  parameters: { ...paging, created: timeRange, charge: text, payment_intent: text },
  run: (call, { created, charge, payment_intent: intent, ...page }) =>
    listPage(
      call,
      'refund',
      page,
      (refund) =>
        isWithin(refund.created, created) &&
        (!charge || refund.charge === charge) &&
        (!intent || refund.payment_intent === intent),
      indexed(call, 'refund', { charge, payment_intent: intent }),
    ),
});

function resolveCharge(
  call: Call,
  { charge, payment_intent: intentId }: { charge?: string; payment_intent?: string },
): Charge {
  if (charge !== undefined) return findOrThrow(call, 'charge', charge, 'charge');
  if (intentId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = findOrThrow(call, 'payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded' || intent.latest_charge === null) {
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return findOrThrow(call, 'charge', intent.latest_charge, 'payment_intent');
}

export const refundRoutes: readonly Route[] = [create, retrieve, update, list];
