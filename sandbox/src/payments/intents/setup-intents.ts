import { lookUpCard } from '../cards/card-on-file.ts';
import { declineBody } from '../cards/declines.ts';
import { emit } from '../events/emit.ts';
import { ApiError, type ApiErrorBody } from '../http/api-error.ts';
import { newClientSecret, newId } from '../state/identifiers.ts';
import { nextActionFor } from './authentication.ts';
import { attachToCustomer } from './payment-methods.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentMethod, SetupIntent } from '../state/wire.ts';

export interface SetupIntentInput {
  customer?: string;
  description?: string;
  metadata?: Record<string, string>;
  payment_method?: string;
  usage?: 'on_session' | 'off_session';
}

/** Creates an intent to save a card without charging it. */
export function createSetupIntent(sandbox: Sandbox, input: SetupIntentInput): SetupIntent {
  const id = newId('seti');
  const intent = sandbox.store.put('setup_intent', {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: sandbox.clock.now(),
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: input.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: input.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  });
  emit(sandbox, 'setup_intent.created', intent);
  return intent;
}

export interface SetupResult {
  intent: SetupIntent;
  error?: ApiError;
}

/** Saves the card. Requests authentication if the card requires it. */
export function confirmSetup(
  sandbox: Sandbox,
  current: SetupIntent,
  method: PaymentMethod,
  returnUrl: string | undefined,
): SetupResult {
  const intent = { ...current, payment_method: method.id, last_setup_error: null };
  const { card, file } = lookUpCard(sandbox, method.id);
  if (card.decline && !card.authentication)
    return fail(sandbox, intent, { ...declineBody(card.decline), payment_method: method });
  if (card.authentication === undefined || file.setUp) return { intent: succeed(sandbox, intent, method) };
  const pending = sandbox.store.put('setup_intent', {
    ...intent,
    status: 'requires_action',
    next_action: nextActionFor(sandbox, intent, returnUrl) as SetupIntent['next_action'],
  });
  emit(sandbox, 'setup_intent.requires_action', pending);
  return { intent: pending };
}

export function finishSetupAuthentication(
  sandbox: Sandbox,
  intent: SetupIntent,
  authenticated: boolean,
): SetupResult {
  const method = sandbox.store.get('payment_method', intent.payment_method ?? '');
  if (!method) throw new Error(`${intent.id} has no payment method`);
  if (authenticated) return { intent: succeed(sandbox, intent, method) };
  return fail(sandbox, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
    payment_method: method,
  });
}

function succeed(sandbox: Sandbox, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  const { file } = lookUpCard(sandbox, method.id);
  sandbox.store.put('card_on_file', { ...file, setUp: true });
  if (intent.customer !== null) attachToCustomer(sandbox, method, intent.customer);
  const succeeded = sandbox.store.put('setup_intent', { ...intent, status: 'succeeded', next_action: null });
  emit(sandbox, 'setup_intent.succeeded', succeeded);
  return succeeded;
}

function fail(sandbox: Sandbox, intent: SetupIntent, body: ApiErrorBody): SetupResult {
  const status = body.type === 'card_error' ? 402 : 400;
  const failed = sandbox.store.put('setup_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: new ApiError(status, body).body as SetupIntent['last_setup_error'],
  });
  emit(sandbox, 'setup_intent.setup_failed', failed);
  return { intent: failed, error: new ApiError(status, { ...body, setup_intent: failed }) };
}
