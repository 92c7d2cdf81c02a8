import { createHash } from 'node:crypto';
import { lookUpCard } from '../cards/card-on-file.ts';
import { detectBrand, getCvcLength, getLengths, passesLuhn } from '../cards/card-numbers.ts';
import { testCardByNumber, testCardByToken, type TestCard } from '../cards/test-cards.ts';
import { ApiError, invalidRequest, resourceMissing } from '../http/api-error.ts';
import { emit } from '../events/emit.ts';
import { newId } from '../state/identifiers.ts';
import { fullBillingDetails, type BillingDetailsInput } from './billing-details.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentMethod } from '../state/wire.ts';
import type { CardInput } from '../state/records.ts';

export interface PaymentMethodInput {
  card: CardInput;
  billing_details?: BillingDetailsInput;
  metadata?: Record<string, string>;
}

/** Creates a payment method from a card or a test token. Rejects invalid cards with the provider's errors. */
export function createPaymentMethod(sandbox: Sandbox, input: PaymentMethodInput): PaymentMethod {
  const { number, testCard, ...card } = readCard(sandbox, input.card);
  const id = newId('pm');
  const brand = detectBrand(number);
  const method = sandbox.store.put('payment_method', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: fullBillingDetails(input.billing_details),
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.cvc === undefined ? null : (testCard?.cvcCheck ?? 'pass'),
      },
      country: testCard?.country ?? 'US',
      display_brand: brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: computeFingerprint(number),
      funding: testCard?.funding ?? 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: brand !== 'amex' },
      wallet: null,
    },
    created: sandbox.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: input.metadata ?? {},
    type: 'card',
  });
  const setUp = testCard?.authentication === 'only_on_session';
  sandbox.store.put('card_on_file', { id, number: testCard?.number ?? '', setUp, consumed: false });
  return method;
}

/** Finds a payment method, or creates one from a test token such as `pm_card_visa`. */
export function findPaymentMethod(sandbox: Sandbox, id: string, param = 'payment_method'): PaymentMethod {
  const found = sandbox.store.get('payment_method', id);
  if (found) return found;
  if (testCardByToken(id) && /^(pm_card_|tok_)/.test(id))
    return createPaymentMethod(sandbox, { card: { token: id } });
  throw resourceMissing('PaymentMethod', id, param, param === 'id' ? 404 : 400);
}

/** Rejects a payment method that is consumed or that belongs to a different customer. */
export function assertUsable(sandbox: Sandbox, method: PaymentMethod, customer: string | null): void {
  if (lookUpCard(sandbox, method.id).file.consumed) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    );
  }
  if (method.customer !== null && method.customer !== customer) {
    throw invalidRequest(
      customer === null
        ? `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer: pass the customer it belongs to.`
        : `The PaymentMethod ${method.id} does not belong to the Customer ${customer} you supplied.`,
      { param: 'payment_method' },
    );
  }
}

/** Attaches the payment method to the customer. Doesn't check with the issuer. */
export function attachToCustomer(sandbox: Sandbox, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  const attached = sandbox.store.put('payment_method', { ...method, customer });
  emit(sandbox, 'payment_method.attached', attached);
  return attached;
}

/** Detaches the payment method, which can't be used again. It is no longer anyone's default. */
export function detachFromCustomer(sandbox: Sandbox, method: PaymentMethod): PaymentMethod {
  const detached = sandbox.store.put('payment_method', { ...method, customer: null });
  sandbox.store.put('card_on_file', { ...lookUpCard(sandbox, method.id).file, consumed: true });
  emit(sandbox, 'payment_method.detached', detached, method);
  clearDefaults(sandbox, method);
  return detached;
}

function clearDefaults(sandbox: Sandbox, { id, customer: customerId }: PaymentMethod): void {
  const { store } = sandbox;
  const customer = store.get('customer', customerId ?? '');
  if (customer?.invoice_settings.default_payment_method === id) {
    const settings = { ...customer.invoice_settings, default_payment_method: null };
    const updated = store.put('customer', { ...customer, invoice_settings: settings });
    emit(sandbox, 'customer.updated', updated, customer);
  }
  for (const subscription of store.findBy('subscription', 'customer', customerId ?? '')) {
    if (subscription.default_payment_method !== id) continue;
    const updated = store.put('subscription', { ...subscription, default_payment_method: null });
    if (subscription.ended_at === null) emit(sandbox, 'customer.subscription.updated', updated, subscription);
  }
}

export interface CardUpdate {
  number?: string;
  exp_month?: number;
  exp_year?: number;
}

/** The card network replaces a saved card, for example after it expired. */
export function updateFromNetwork(
  sandbox: Sandbox,
  method: PaymentMethod,
  update: CardUpdate,
): PaymentMethod {
  const { store } = sandbox;
  const { file } = lookUpCard(sandbox, method.id);
  const { number, ...expiry } = update;
  if (!method.card) throw new Error('Only cards can be updated');
  const updated = store.put('payment_method', {
    ...method,
    card: {
      ...method.card,
      ...expiry,
      ...(number === undefined ? {} : { fingerprint: computeFingerprint(number), last4: number.slice(-4) }),
    },
  });
  const { declineCode: _declineCode, ...restored } = file;
  store.put('card_on_file', { ...restored, number: number ?? file.number });
  emit(sandbox, 'payment_method.automatically_updated', updated, method);
  return updated;
}

function computeFingerprint(number: string): string {
  return createHash('sha256').update(number).digest('base64url').slice(0, 16);
}

interface ParsedCard {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string | undefined;
  testCard: TestCard | undefined;
}

function readCard(sandbox: Sandbox, input: CardInput): ParsedCard {
  if (input.token !== undefined) return readToken(sandbox, input.token);
  const number = (input.number ?? '').replace(/[\s-]/g, '');
  if (number === '') throw cardError('invalid_number', 'Missing required param: card[number].', 'number');
  if (
    !/^\d+$/.test(number) ||
    !passesLuhn(number) ||
    !getLengths(detectBrand(number)).includes(number.length)
  ) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  return {
    number,
    ...readExpiry(sandbox, input),
    cvc: readCvc(number, input.cvc),
    testCard: testCardByNumber(number),
  };
}

function readToken(sandbox: Sandbox, token: string): ParsedCard {
  const stored = sandbox.store.get('card_token', token);
  if (stored) return readCard(sandbox, stored.card);
  const testCard = testCardByToken(token);
  if (!testCard) throw resourceMissing('token', token, 'card[token]', 400);
  const year = new Date(sandbox.clock.now() * 1000).getUTCFullYear();
  return { number: testCard.number, exp_month: 12, exp_year: year + 5, cvc: '123', testCard };
}

function readExpiry(
  sandbox: Sandbox,
  { exp_month: month, exp_year: given }: CardInput,
): { exp_month: number; exp_year: number } {
  if (month === undefined || month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const today = new Date(sandbox.clock.now() * 1000);
  const thisYear = today.getUTCFullYear();
  const year = given !== undefined && given < 100 ? 2000 + given : given;
  if (year === undefined || year < thisYear || year > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === thisYear && month < today.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  return { exp_month: month, exp_year: year };
}

function readCvc(number: string, cvc: string | undefined): string | undefined {
  if (cvc === undefined) return undefined;
  if (/^\d+$/.test(cvc) && cvc.length >= 3 && cvc.length <= getCvcLength(detectBrand(number))) return cvc;
  throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
}

function cardError(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param });
}
