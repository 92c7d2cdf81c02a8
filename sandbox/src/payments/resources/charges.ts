import { emit } from '../events/emit.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  flag,
  isWithin,
  mergeMetadata,
  metadata,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Route } from '../http/route.ts';
import { closeDispute } from '../intents/disputes.ts';
import type { Dispute } from '../state/wire.ts';

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

const retrieveDispute = route({
  method: 'GET',
  path: '/v1/disputes/:id',
  run: (call) => findOrThrow(call, 'dispute', call.path['id'] ?? ''),
});

const listDisputes = route({
  method: 'GET',
  path: '/v1/disputes',
  parameters: { ...paging, created: timeRange, charge: text, payment_intent: text },
  run: (call, { created, charge, payment_intent: intent, ...page }) =>
    listPage(
      call,
      'dispute',
      page,
      (dispute) =>
        isWithin(dispute.created, created) &&
        (!charge || dispute.charge === charge) &&
        (!intent || dispute.payment_intent === intent),
    ),
});

/** As in the provider's test mode, the text `winning_evidence` or `losing_evidence` decides the dispute. */
const updateDispute = route({
  method: 'POST',
  path: '/v1/disputes/:id',
  parameters: { evidence: fields({ uncategorized_text: text }), metadata: emptyable(metadata), submit: flag },
  run(call, parameters) {
    const { sandbox } = call;
    const dispute = findOrThrow(call, 'dispute', call.path['id'] ?? '');
    const evidence = parameters.evidence?.uncategorized_text ?? dispute.evidence.uncategorized_text;
    const updated: Dispute = sandbox.store.put('dispute', {
      ...dispute,
      evidence: { ...dispute.evidence, uncategorized_text: evidence },
      evidence_details: { ...dispute.evidence_details, has_evidence: evidence !== null },
      metadata: mergeMetadata(dispute.metadata, parameters.metadata),
      status: parameters.submit === false ? dispute.status : 'under_review',
    });
    emit(sandbox, 'charge.dispute.updated', updated, dispute);
    if (evidence === 'winning_evidence') return closeDispute(sandbox, updated, 'won');
    if (evidence === 'losing_evidence') return closeDispute(sandbox, updated, 'lost');
    return updated;
  },
});

const close = route({
  method: 'POST',
  path: '/v1/disputes/:id/close',
  run: (call) => closeDispute(call.sandbox, findOrThrow(call, 'dispute', call.path['id'] ?? ''), 'lost'),
});

export const chargeRoutes: readonly Route[] = [
  retrieve,
  list,
  update,
  retrieveDispute,
  listDisputes,
  updateDispute,
  close,
];
