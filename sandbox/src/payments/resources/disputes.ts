import { emit } from '../events/emit.ts';
import { indexed, listPage, findOrThrow, paging } from '../http/listing.ts';
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
      indexed(call, 'dispute', { charge }),
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

const retrieveWarning = route({
  method: 'GET',
  path: '/v1/radar/early_fraud_warnings/:id',
  run: (call) => findOrThrow(call, 'early_fraud_warning', call.path['id'] ?? ''),
});

const listWarnings = route({
  method: 'GET',
  path: '/v1/radar/early_fraud_warnings',
  parameters: { ...paging, created: timeRange, charge: text, payment_intent: text },
  run: (call, { created, charge, payment_intent: intent, ...page }) =>
    listPage(
      call,
      'early_fraud_warning',
      page,
      (warning) =>
        isWithin(warning.created, created) &&
        (!charge || warning.charge === charge) &&
        (!intent || warning.payment_intent === intent),
    ),
});

export const disputeRoutes: readonly Route[] = [
  retrieveDispute,
  listDisputes,
  updateDispute,
  close,
  retrieveWarning,
  listWarnings,
];
