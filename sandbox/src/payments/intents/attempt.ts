import { lookUpCard } from '../cards/card-on-file.ts';
import { declineBody, DECLINES, type Decline } from '../cards/declines.ts';
import { ApiError, type ApiErrorBody } from '../http/api-error.ts';
import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { recordCharge } from './charges.ts';
import { afterSuccess } from './after-success.ts';
import { nextActionFor } from './authentication.ts';
import type { TestCard } from '../cards/test-cards.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentIntent, PaymentMethod } from '../state/wire.ts';
import type { CardOnFile } from '../state/records.ts';

const PROCESSING_SECONDS = 5;

export interface AttemptOptions {
  /** The customer is absent, so they can't authenticate. */
  offSession: boolean;
  /** Leaves the intent in `requires_action` if it needs authentication off session (renewals). */
  waitForCustomer?: boolean;
  /** Where the issuer's page redirects the customer to. */
  returnUrl?: string;
}

/** The updated intent and, if the card was declined, the error to return. */
export interface AttemptResult {
  intent: PaymentIntent;
  error?: ApiError;
}

/** Attempts to charge the payment method. Requests authentication if the card requires it. */
export function attemptPayment(
  sandbox: Sandbox,
  current: PaymentIntent,
  method: PaymentMethod,
  options: AttemptOptions,
): AttemptResult {
  const { card, file } = lookUpCard(sandbox, method.id);
  const intent = { ...current, payment_method: method.id, last_payment_error: null, next_action: null };
  if (!requiresAuthentication(card, file, options.offSession)) {
    return charge(sandbox, intent, method, { authenticated: false, offSession: options.offSession });
  }
  if (card.authenticationBroken)
    return declinePayment(sandbox, intent, method, card.decline ?? DECLINES.generic, options);
  if (options.offSession && !options.waitForCustomer) {
    return declinePayment(sandbox, intent, method, DECLINES.authenticationRequired, options);
  }
  const pending = sandbox.store.put('payment_intent', {
    ...intent,
    status: 'requires_action',
    next_action: nextActionFor(sandbox, intent, options.returnUrl),
  });
  emit(sandbox, 'payment_intent.requires_action', pending);
  return { intent: pending };
}

/** Continues the payment with the result of the authentication. */
export function finishAuthentication(
  sandbox: Sandbox,
  intent: PaymentIntent,
  authenticated: boolean,
): AttemptResult {
  const method = getPaymentMethod(sandbox, intent);
  if (authenticated) return charge(sandbox, intent, method, { authenticated: true, offSession: false });
  return failPayment(sandbox, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method,
  });
}

/** Resolves a payment in `processing`. Ignores a payment that left this status in the meantime. */
export function resolveProcessing(sandbox: Sandbox, intentId: string, succeed?: boolean): void {
  const intent = sandbox.store.get('payment_intent', intentId);
  if (intent?.status !== 'processing') return;
  const method = getPaymentMethod(sandbox, intent);
  const { card } = lookUpCard(sandbox, method.id);
  const succeeds = succeed ?? card.followUp !== 'processing_then_fails';
  const resolved = { ...intent, processing: null };
  if (succeeds) succeedWith(sandbox, resolved, method, { authenticated: false, offSession: false });
  else declinePayment(sandbox, resolved, method, DECLINES.generic, { offSession: false });
}

interface ChargeContext {
  authenticated: boolean;
  offSession: boolean;
}

function charge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  context: ChargeContext,
): AttemptResult {
  const { card } = lookUpCard(sandbox, method.id);
  const decline =
    card.decline ?? (card.attachesThenDeclines && method.customer ? DECLINES.generic : undefined);
  if (decline) return declinePayment(sandbox, intent, method, decline, context);
  if (card.followUp === 'processing_then_succeeds' || card.followUp === 'processing_then_fails') {
    const processing = sandbox.store.put('payment_intent', {
      ...intent,
      status: 'processing',
      next_action: null,
      processing: { type: 'card' },
    });
    emit(sandbox, 'payment_intent.processing', processing);
    schedule(sandbox, 'resolve_payment', intent.id, sandbox.clock.now() + PROCESSING_SECONDS);
    return { intent: processing };
  }
  return { intent: succeedWith(sandbox, intent, method, context) };
}

function succeedWith(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  context: ChargeContext,
): PaymentIntent {
  const recorded = recordCharge(sandbox, intent, method, context);
  const succeeded = sandbox.store.put('payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: recorded.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
  });
  emit(sandbox, 'payment_intent.succeeded', succeeded);
  afterSuccess(sandbox, succeeded, method, recorded, context.authenticated);
  for (const listener of sandbox.onPaymentSucceeded) listener(succeeded);
  return succeeded;
}

function declinePayment(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  { offSession, authenticated = false }: { offSession: boolean; authenticated?: boolean },
): AttemptResult {
  const recorded = recordCharge(sandbox, intent, method, { decline, authenticated, offSession });
  return failPayment(
    sandbox,
    { ...intent, latest_charge: recorded.id },
    { ...declineBody(decline), charge: recorded.id, payment_method: method },
  );
}

function failPayment(sandbox: Sandbox, intent: PaymentIntent, body: ApiErrorBody): AttemptResult {
  const status = body.type === 'card_error' ? 402 : 400;
  const { body: paymentError } = new ApiError(status, body);
  const failed = sandbox.store.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    processing: null,
    last_payment_error: paymentError as PaymentIntent['last_payment_error'],
  });
  emit(sandbox, 'payment_intent.payment_failed', failed);
  return { intent: failed, error: new ApiError(status, { ...body, payment_intent: failed }) };
}

function requiresAuthentication(card: TestCard, file: CardOnFile, offSession: boolean): boolean {
  switch (card.authentication) {
    case 'always':
      return true;
    case 'unless_set_up':
      return !file.setUp;
    case 'only_on_session':
      return !offSession;
    case undefined:
      return false;
  }
}

function getPaymentMethod({ store }: Sandbox, intent: PaymentIntent): PaymentMethod {
  const method =
    intent.payment_method === null ? undefined : store.get('payment_method', intent.payment_method);
  if (!method) throw new Error(`${intent.id} has no payment method`);
  return method;
}
