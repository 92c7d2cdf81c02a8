import { lookUpCard } from '../cards/card-on-file.ts';
import { schedule, unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { newId } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, Dispute, EarlyFraudWarning } from '../state/wire.ts';

const RESPONSE_DAYS = 7;
const DAY_SECONDS = 24 * 60 * 60;

export interface DisputeInput {
  reason: string;
  /** An inquiry withdraws no funds and leaves the charge refundable. */
  inquiry: boolean;
  respondInDays?: number;
}

/** Disputes a charge as its test card asks for. A scheduled task. */
export function openDispute(sandbox: Sandbox, chargeId: string): void {
  const charge = sandbox.store.get('charge', chargeId);
  if (!charge || charge.disputed) return;
  const { followUp } = lookUpCard(sandbox, charge.payment_method ?? '').card;
  disputeCharge(sandbox, charge, {
    reason: followUp === 'dispute_not_received' ? 'product_not_received' : 'fraudulent',
    inquiry: followUp === 'dispute_inquiry',
  });
}

/** Opens a dispute of the full charge, or an inquiry. It is lost if no one responds in time. */
export function disputeCharge(sandbox: Sandbox, charge: Charge, input: DisputeInput): Dispute {
  const { reason, inquiry, respondInDays = RESPONSE_DAYS } = input;
  const dueBy = sandbox.clock.now() + respondInDays * DAY_SECONDS;
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
      due_by: dueBy,
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
  schedule(sandbox, 'lapse_dispute', dispute.id, dueBy);
  return dispute;
}

/** Closes a dispute that got no response: it is lost, an inquiry is closed. A scheduled task. */
export function lapseDispute(sandbox: Sandbox, disputeId: string): void {
  const dispute = sandbox.store.get('dispute', disputeId);
  if (dispute?.status === 'needs_response') closeDispute(sandbox, dispute, 'lost');
  if (dispute?.status === 'warning_needs_response') closeDispute(sandbox, dispute, 'warning_closed');
}

export type DisputeOutcome = 'won' | 'lost' | 'warning_closed';

/** Closes the dispute: the bank decided, or we accepted it. */
export function closeDispute(sandbox: Sandbox, dispute: Dispute, status: DisputeOutcome): Dispute {
  unschedule(sandbox, 'lapse_dispute', dispute.id);
  const closed = sandbox.store.put('dispute', { ...dispute, status });
  if (status === 'won') emit(sandbox, 'charge.dispute.funds_reinstated', closed);
  emit(sandbox, 'charge.dispute.closed', closed, dispute);
  return closed;
}

/** Warns that the cardholder's bank reported the charge as fraudulent. A dispute is likely. */
export function createEarlyFraudWarning(sandbox: Sandbox, charge: Charge): EarlyFraudWarning {
  const warning = sandbox.store.put('early_fraud_warning', {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: sandbox.clock.now(),
    fraud_type: 'misc',
    livemode: false,
    payment_intent: charge.payment_intent ?? undefined,
  });
  emit(sandbox, 'radar.early_fraud_warning.created', warning);
  return warning;
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
