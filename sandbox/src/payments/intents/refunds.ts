import { lookUpCard } from '../cards/card-on-file.ts';
import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/api-error.ts';
import { newId } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, Refund } from '../state/wire.ts';

const RESOLVES_AFTER_SECONDS = 5;

export interface RefundInput {
  amount?: number;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  metadata?: Record<string, string>;
}

/** Refunds the amount, by default everything that is left. Rejects amounts greater than that. */
export function refundCharge(sandbox: Sandbox, charge: Charge, input: RefundInput): Refund {
  const remaining = charge.amount_captured - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`This charge (${charge.id}) was not successful, so it cannot be refunded.`);
  }
  if (remaining === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const disputes = sandbox.store.findBy('dispute', 'charge', charge.id);
  if (disputes.some((dispute) => !dispute.is_charge_refundable && dispute.status !== 'won')) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = input.amount ?? remaining;
  if (amount <= 0)
    throw invalidRequest('Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' });
  if (amount > remaining) {
    throw invalidRequest(
      `Refund amount (${formatDollars(amount)}) is greater than unrefunded amount on charge (${formatDollars(remaining)})`,
      {
        param: 'amount',
      },
    );
  }
  const { followUp } = lookUpCard(sandbox, charge.payment_method ?? '').card;
  const refund = sandbox.store.put('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: sandbox.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    },
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: followUp === 'refund_pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  });
  const refunded = putRefunded(sandbox, charge, charge.amount_refunded + amount);
  emit(sandbox, 'refund.created', refund);
  emit(sandbox, 'charge.refunded', refunded, charge);
  if (followUp === 'refund_pending' || followUp === 'refund_fails') {
    schedule(sandbox, 'settle_refund', refund.id, sandbox.clock.now() + RESOLVES_AFTER_SECONDS);
  }
  return refund;
}

/** Resolves a refund for a test card with a delayed result: a pending refund succeeds, any other fails. A scheduled task. */
export function resolveRefund(sandbox: Sandbox, refundId: string): void {
  const refund = sandbox.store.get('refund', refundId);
  if (refund?.status === 'pending')
    emit(sandbox, 'refund.updated', sandbox.store.put('refund', { ...refund, status: 'succeeded' }), refund);
  else if (refund?.status === 'succeeded') failRefund(sandbox, refund);
}

/** The bank returns a refund: we get the money back, and the charge counts as not refunded. */
export function failRefund(sandbox: Sandbox, refund: Refund): Refund {
  const failed = sandbox.store.put('refund', {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: newId('txn'),
  });
  const charge = sandbox.store.get('charge', refund.charge ?? '');
  if (charge) putRefunded(sandbox, charge, charge.amount_refunded - refund.amount);
  emit(sandbox, 'refund.updated', failed, refund);
  emit(sandbox, 'refund.failed', failed, refund);
  return failed;
}

function putRefunded(sandbox: Sandbox, charge: Charge, amountRefunded: number): Charge {
  return sandbox.store.put('charge', {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  });
}

function formatDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
