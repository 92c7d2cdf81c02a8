import type { PaymentIntent, SetupIntent } from '../state/wire.ts';

const INTENT_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
  'usage',
] as const;

/** The fields that a client secret gives access to: never metadata, customer or charges. */
export function publicView(result: object): object {
  const { object } = result as Partial<PaymentIntent | SetupIntent>;
  if (object !== 'payment_intent' && object !== 'setup_intent') return result;
  const full = result as Record<string, unknown>;
  return Object.fromEntries(
    INTENT_FIELDS.filter((field) => field in full).map((field) => [field, full[field]]),
  );
}
