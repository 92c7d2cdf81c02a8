import { cardBehind } from '../cards/card-on-file.ts';
import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/failure.ts';
import { newId } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, Refund } from '../state/wire.ts';

const SETTLES_AFTER_SECONDS = 5;

export interface RefundInput {
  amount?: number;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  metadata?: Record<string, string>;
}

/** Gives back the amount, by default all that is left. Rejects more than is left. */
export function refundCharge(sandbox: Sandbox, charge: Charge, input: RefundInput): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`This charge (${charge.id}) was not successful, so it cannot be refunded.`);
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = input.amount ?? left;
  if (amount <= 0)
    throw invalidRequest('Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' });
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      {
        param: 'amount',
      },
    );
  }
  const { aftermath } = cardBehind(sandbox, charge.payment_method ?? '').card;
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
    status: aftermath === 'refund_pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  });
  const refunded = putRefunded(sandbox, charge, charge.amount_refunded + amount);
  emit(sandbox, 'refund.created', refund);
  emit(sandbox, 'charge.refunded', refunded, charge);
  if (aftermath === 'refund_pending' || aftermath === 'refund_fails') {
    schedule(sandbox, 'settle_refund', refund.id, sandbox.clock.now() + SETTLES_AFTER_SECONDS);
  }
  return refund;
}

/** The later fate of a refund whose card makes it uncertain. */
export function settleRefund(sandbox: Sandbox, refundId: string): void {
  const refund = sandbox.store.get('refund', refundId);
  const charge = refund?.charge ? sandbox.store.get('charge', refund.charge) : undefined;
  if (!refund || !charge) return;
  if (refund.status === 'pending') {
    emit(sandbox, 'refund.updated', sandbox.store.put('refund', { ...refund, status: 'succeeded' }), refund);
    return;
  }
  const failed = sandbox.store.put('refund', {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: newId('txn'),
  });
  putRefunded(sandbox, charge, charge.amount_refunded - refund.amount);
  emit(sandbox, 'refund.updated', failed, refund);
  emit(sandbox, 'refund.failed', failed, refund);
}

function putRefunded(sandbox: Sandbox, charge: Charge, amountRefunded: number): Charge {
  return sandbox.store.put('charge', {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  });
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
