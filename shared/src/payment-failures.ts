/** Why a payment failed, in words for the customer. */
export interface PaymentFailure {
  /** A sentence for the customer. */
  reason: string;
  /** The bank won't accept this card again. */
  final: boolean;
  /** The customer has to confirm the payment with their bank. */
  confirm: boolean;
}

const failure = (reason: string, { final = false, confirm = false } = {}): PaymentFailure => ({
  reason,
  final,
  confirm,
});

const CONFIRM = failure('Your bank needs you to confirm this payment.', { confirm: true });
const EXPIRED = failure('Your card has expired.', { final: true });
/** Never says that a card was reported lost or stolen. */
const DECLINED = failure('Your bank declined your card.', { final: true });
const CLOSED = failure('The account linked to your card is no longer available.', { final: true });

const FAILURES: Readonly<Record<string, PaymentFailure>> = {
  authentication_required: CONFIRM,
  payment_intent_authentication_failure: CONFIRM,
  invoice_payment_intent_requires_action: CONFIRM,
  expired_card: EXPIRED,
  insufficient_funds: failure('Your card has insufficient funds.'),
  lost_card: DECLINED,
  stolen_card: DECLINED,
  pickup_card: DECLINED,
  fraudulent: DECLINED,
  restricted_card: DECLINED,
  invalid_account: CLOSED,
  revocation_of_authorization: DECLINED,
  revocation_of_all_authorizations: DECLINED,
  transaction_not_allowed: DECLINED,
  highest_risk_level: DECLINED,
  incorrect_number: failure('Your card number is incorrect.', { final: true }),
  card_velocity_exceeded: failure('Your card has reached its limit.'),
  withdrawal_count_limit_exceeded: failure('Your card has reached its limit.'),
  processing_error: failure('Your bank had a temporary problem.'),
  issuer_not_available: failure('Your bank had a temporary problem.'),
};

/** What a failed payment means to the customer. The code is the bank's decline code or the provider's error code. */
export function getPaymentFailure(code: string | null): PaymentFailure {
  return FAILURES[code ?? ''] ?? failure('Your bank declined your card.');
}
