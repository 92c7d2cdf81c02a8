import { emit } from '../events/emit.ts';
import { ApiError } from '../http/api-error.ts';
import { unschedule } from '../clock/tasks.ts';
import { newClientSecret, newId } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentIntent } from '../state/wire.ts';

export interface PaymentIntentInput {
  amount: number;
  currency: string;
  customer?: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  payment_method?: string | null;
  receipt_email?: string | null;
  setup_future_usage?: 'on_session' | 'off_session' | null;
  statement_descriptor?: string | null;
  statement_descriptor_suffix?: string | null;
  shipping?: PaymentIntent['shipping'];
  allowed_payment_method_types?: string[] | null;
  confirmation_method?: 'automatic' | 'manual';
}

/** Creates an unconfirmed intent. */
export function createIntent(sandbox: Sandbox, input: PaymentIntentInput): PaymentIntent {
  const id = newId('pi');
  const intent = sandbox.store.put('payment_intent', {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: input.confirmation_method ?? 'automatic',
    created: sandbox.clock.now(),
    currency: input.currency,
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: input.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receipt_email ?? null,
    review: null,
    setup_future_usage: input.setup_future_usage ?? null,
    shipping: input.shipping ?? null,
    source: null,
    statement_descriptor: input.statement_descriptor ?? null,
    statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
    status: input.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  });
  emit(sandbox, 'payment_intent.created', intent);
  return intent;
}

export function cancelIntent(
  sandbox: Sandbox,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  const canceled = sandbox.store.put('payment_intent', {
    ...intent,
    status: 'canceled',
    canceled_at: sandbox.clock.now(),
    cancellation_reason: reason,
    next_action: null,
    processing: null,
  });
  unschedule(sandbox, 'resolve_payment', intent.id);
  emit(sandbox, 'payment_intent.canceled', canceled);
  return canceled;
}

const OPEN_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** True while the intent can still be confirmed, updated or canceled. */
export function isOpen({ status }: PaymentIntent): boolean {
  return OPEN_STATUSES.includes(status);
}

/** Throws the provider's error if the status of the intent doesn't allow the action. */
export function assertOpen(intent: PaymentIntent, action: 'confirm' | 'cancel' | 'update'): void {
  if (isOpen(intent)) return;
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: unexpectedStateMessage(intent, action),
    payment_intent: intent,
  });
}

function unexpectedStateMessage({ status }: PaymentIntent, action: string): string {
  if (action === 'confirm' && status === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
  }
  if (action === 'update') {
    return `This PaymentIntent's could not be updated because it has a status of ${status}.`;
  }
  return `You cannot ${action} this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be ${action === 'cancel' ? 'canceled' : 'confirmed'}: ${OPEN_STATUSES.join(', ')}.`;
}
