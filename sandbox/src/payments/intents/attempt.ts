import { cardBehind } from '../cards/card-on-file.ts';
import { declineBody, DECLINES, type Decline } from '../cards/declines.ts';
import { Failure, type FailureBody } from '../http/failure.ts';
import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { recordCharge } from './charges.ts';
import { afterSuccess } from './aftermath.ts';
import { nextActionFor } from './authentication.ts';
import type { TestCard } from '../cards/test-cards.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentIntent, PaymentMethod } from '../state/wire.ts';
import type { CardOnFile } from '../state/records.ts';

const PROCESSING_SECONDS = 5;

export interface AttemptOptions {
  /** The customer is not there: a bank that wants to ask him cannot. */
  offSession: boolean;
  /** Leave an intent that needs the customer in `requires_action` even though he is not there (renewals). */
  waitForCustomer?: boolean;
  /** Where a page of the bank sends the customer back to. */
  returnUrl?: string;
}

/** How an attempt ended: the intent as it is now and, when the card was rejected, the failure to answer. */
export interface AttemptResult {
  intent: PaymentIntent;
  failure?: Failure;
}

/** Tries to charge the intent to the payment method, asking the bank's customer where the card wants that. */
export function attempt(
  sandbox: Sandbox,
  started: PaymentIntent,
  method: PaymentMethod,
  options: AttemptOptions,
): AttemptResult {
  const { card, file } = cardBehind(sandbox, method.id);
  const intent = { ...started, payment_method: method.id, last_payment_error: null, next_action: null };
  if (!mustAuthenticate(card, file, options.offSession)) {
    return charge(sandbox, intent, method, { authenticated: false, offSession: options.offSession });
  }
  if (card.authenticationBroken)
    return refuse(sandbox, intent, method, card.decline ?? DECLINES.generic, options);
  if (options.offSession && !options.waitForCustomer) {
    return refuse(sandbox, intent, method, DECLINES.authenticationRequired, options);
  }
  const waiting = sandbox.store.put('payment_intent', {
    ...intent,
    status: 'requires_action',
    next_action: nextActionFor(sandbox, intent, options.returnUrl),
  });
  emit(sandbox, 'payment_intent.requires_action', waiting);
  return { intent: waiting };
}

/** The bank's answer to the question it asked its customer. */
export function finishAuthentication(
  sandbox: Sandbox,
  intent: PaymentIntent,
  authenticated: boolean,
): AttemptResult {
  const method = mustHaveMethod(sandbox, intent);
  if (authenticated) return charge(sandbox, intent, method, { authenticated: true, offSession: false });
  return fail(sandbox, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method,
  });
}

/** Ends a payment that took its time. Does nothing to one that ended otherwise meanwhile. */
export function resolveProcessing(sandbox: Sandbox, intentId: string, succeed?: boolean): void {
  const intent = sandbox.store.get('payment_intent', intentId);
  if (intent?.status !== 'processing') return;
  const method = mustHaveMethod(sandbox, intent);
  const { card } = cardBehind(sandbox, method.id);
  const succeeds = succeed ?? card.aftermath !== 'processing_then_fails';
  const settled = { ...intent, processing: null };
  if (succeeds) succeedWith(sandbox, settled, method, { authenticated: false, offSession: false });
  else refuse(sandbox, settled, method, DECLINES.generic, { offSession: false });
}

interface Circumstances {
  authenticated: boolean;
  offSession: boolean;
}

function charge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  circumstances: Circumstances,
): AttemptResult {
  const { card } = cardBehind(sandbox, method.id);
  const decline =
    card.decline ?? (card.attachesThenDeclines && method.customer ? DECLINES.generic : undefined);
  if (decline) return refuse(sandbox, intent, method, decline, circumstances);
  if (card.aftermath === 'processing_then_succeeds' || card.aftermath === 'processing_then_fails') {
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
  return { intent: succeedWith(sandbox, intent, method, circumstances) };
}

function succeedWith(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  circumstances: Circumstances,
): PaymentIntent {
  const recorded = recordCharge(sandbox, intent, method, circumstances);
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
  afterSuccess(sandbox, succeeded, method, recorded, circumstances.authenticated);
  for (const react of sandbox.onPaymentSucceeded) react(succeeded);
  return succeeded;
}

function refuse(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  { offSession, authenticated = false }: { offSession: boolean; authenticated?: boolean },
): AttemptResult {
  const recorded = recordCharge(sandbox, intent, method, { decline, authenticated, offSession });
  return fail(
    sandbox,
    { ...intent, latest_charge: recorded.id },
    { ...declineBody(decline), charge: recorded.id, payment_method: method },
  );
}

function fail(sandbox: Sandbox, intent: PaymentIntent, body: FailureBody): AttemptResult {
  const status = body.type === 'card_error' ? 402 : 400;
  const { body: shown } = new Failure(status, body);
  const failed = sandbox.store.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    processing: null,
    last_payment_error: shown as PaymentIntent['last_payment_error'],
  });
  emit(sandbox, 'payment_intent.payment_failed', failed);
  return { intent: failed, failure: new Failure(status, { ...body, payment_intent: failed }) };
}

function mustAuthenticate(card: TestCard, file: CardOnFile, offSession: boolean): boolean {
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

function mustHaveMethod({ store }: Sandbox, intent: PaymentIntent): PaymentMethod {
  const method =
    intent.payment_method === null ? undefined : store.get('payment_method', intent.payment_method);
  if (!method) throw new Error(`${intent.id} has no payment method.`);
  return method;
}
