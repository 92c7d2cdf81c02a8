import { lookUpCard } from '../cards/card-on-file.ts';
import { emit } from '../events/emit.ts';
import { newId } from '../state/identifiers.ts';
import { toOutcome } from './outcome.ts';
import type { Decline } from '../cards/declines.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, PaymentIntent, PaymentMethod } from '../state/wire.ts';

/** Records a charge of the intent's full amount and emits its event. The charge succeeds unless a decline is given. */
export function recordCharge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  { decline, authenticated, offSession }: { decline?: Decline; authenticated: boolean; offSession: boolean },
): Charge {
  const { card } = lookUpCard(sandbox, method.id);
  const succeeded = decline === undefined;
  const charge = sandbox.store.put('charge', {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeded ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: succeeded,
    created: sandbox.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: toOutcome(card, decline),
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(method, intent, authenticated, offSession) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: succeeded ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  });
  emit(sandbox, succeeded ? 'charge.succeeded' : 'charge.failed', charge);
  return charge;
}

type CardDetails = NonNullable<NonNullable<Charge['payment_method_details']>['card']>;

function cardDetails(
  { card }: PaymentMethod,
  intent: PaymentIntent,
  authenticated: boolean,
  offSession: boolean,
): CardDetails {
  if (!card) throw new Error('Only card payments are supported');
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    moto: offSession ? false : null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: newId('3ds'),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}
