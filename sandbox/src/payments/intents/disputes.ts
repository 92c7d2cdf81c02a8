import { lookUpCard } from '../cards/card-on-file.ts';
import { emit } from '../events/emit.ts';
import { newId } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, Dispute } from '../state/wire.ts';

const RESPONSE_DAYS = 7;
const DAY_SECONDS = 24 * 60 * 60;

/** Opens a dispute for the charge, or an inquiry, depending on the test card. */
export function openDispute(sandbox: Sandbox, chargeId: string): void {
  const charge = sandbox.store.get('charge', chargeId);
  if (!charge || charge.disputed) return;
  const { followUp } = lookUpCard(sandbox, charge.payment_method ?? '').card;
  const inquiry = followUp === 'dispute_inquiry';
  const reason = followUp === 'dispute_not_received' ? 'product_not_received' : 'fraudulent';
  sandbox.store.put('charge', { ...charge, disputed: true });
  const dispute = sandbox.store.put('dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: sandbox.clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(charge),
    evidence_details: {
      due_by: sandbox.clock.now() + RESPONSE_DAYS * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '83',
    payment_intent: charge.payment_intent,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  } as Dispute);
  emit(sandbox, 'charge.dispute.created', dispute);
  if (!inquiry) emit(sandbox, 'charge.dispute.funds_withdrawn', dispute);
}

/** Closes the dispute: the bank decided, or we accepted it. */
export function closeDispute(sandbox: Sandbox, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  const closed = sandbox.store.put('dispute', { ...dispute, status });
  emit(sandbox, 'charge.dispute.closed', closed, dispute);
  if (status === 'won') emit(sandbox, 'charge.dispute.funds_reinstated', closed);
  return closed;
}

function emptyEvidence(charge: Charge): object {
  const names = [
    'access_activity_log',
    'billing_address',
    'cancellation_policy',
    'customer_communication',
    'customer_purchase_ip',
    'product_description',
    'receipt',
    'refund_policy',
    'service_date',
    'uncategorized_text',
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, null])),
    customer_email_address: charge.billing_details.email,
    customer_name: charge.billing_details.name,
    enhanced_evidence: {},
  };
}
