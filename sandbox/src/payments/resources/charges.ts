import { emit } from '../events/emit.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
import { emptyable, isWithin, mergeMetadata, metadata, text, timeRange } from '../http/parameters.ts';
import { route, type Route } from '../http/route.ts';

const retrieve = route({
  method: 'GET',
  path: '/v1/charges/:id',
  run: (call) => findOrThrow(call, 'charge', call.path['id'] ?? ''),
});

const list = route({
  method: 'GET',
  path: '/v1/charges',
  parameters: { ...paging, created: timeRange, customer: text, payment_intent: text },
  run: (call, { created, customer, payment_intent: intent, ...page }) =>
    listPage(
      call,
      'charge',
      page,
      (charge) =>
        isWithin(charge.created, created) &&
        (!customer || charge.customer === customer) &&
        (!intent || charge.payment_intent === intent),
      indexed(call, 'charge', { payment_intent: intent, customer }),
    ),
});

const update = route({
  method: 'POST',
  path: '/v1/charges/:id',
  parameters: { description: text, metadata: emptyable(metadata), receipt_email: text },
  run(call, parameters) {
    const charge = findOrThrow(call, 'charge', call.path['id'] ?? '');
    const updated = call.sandbox.store.put('charge', {
      ...charge,
      description: parameters.description ?? charge.description,
      receipt_email: parameters.receipt_email ?? charge.receipt_email,
      metadata: mergeMetadata(charge.metadata, parameters.metadata),
    });
    emit(call.sandbox, 'charge.updated', updated, charge);
    return updated;
  },
});

export const chargeRoutes: readonly Route[] = [retrieve, list, update];
