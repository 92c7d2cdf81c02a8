import type { Stripe } from 'stripe';
import { catchError, openProvider, type Provider } from '../support/provider.ts';

let provider: Provider;
let stripe: Stripe;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
});
afterAll(() => provider.close());

function pay(token: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 4900,
    currency: 'usd',
    payment_method: token,
    allowed_payment_method_types: ['card'],
    confirm: true,
  });
}

describe('a declined card', () => {
  const declines = [
    ['pm_card_visa_chargeDeclined', { code: 'card_declined', decline_code: 'generic_decline' }],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      { code: 'card_declined', decline_code: 'insufficient_funds' },
    ],
    ['pm_card_visa_chargeDeclinedLostCard', { code: 'card_declined', decline_code: 'lost_card' }],
    ['pm_card_visa_chargeDeclinedStolenCard', { code: 'card_declined', decline_code: 'stolen_card' }],
    [
      'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
      { code: 'card_declined', decline_code: 'card_velocity_exceeded' },
    ],
    ['pm_card_chargeDeclinedExpiredCard', { code: 'expired_card' }],
    ['pm_card_chargeDeclinedIncorrectCvc', { code: 'incorrect_cvc' }],
    ['pm_card_chargeDeclinedProcessingError', { code: 'processing_error' }],
    ['pm_card_radarBlock', { code: 'card_declined', decline_code: 'fraudulent' }],
  ] as const;

  it.each(declines)('%s returns %j and the intent accepts another card', async (token, decline) => {
    const error = await catchError(pay(token));

    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, ...decline });
    expect(error.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: decline.code },
    });
  });

  it('can be replaced with another card on the same intent', async () => {
    const { payment_intent: failed } = await catchError(pay('pm_card_visa_chargeDeclined'));

    const paid = await stripe.paymentIntents.confirm(String(failed?.id), {
      payment_method: 'pm_card_mastercard',
    });

    expect(paid).toMatchObject({
      id: failed?.id,
      status: 'succeeded',
      amount_received: 4900,
      last_payment_error: null,
    });
  });
});

describe('3D Secure', () => {
  it('requires action from the customer', async () => {
    const intent = await pay('pm_card_threeDSecure2Required');

    expect(intent.status).toBe('requires_action');
    expect(intent.next_action?.type).toBe('use_stripe_sdk');
  });

  it('declines off-session payments', async () => {
    const customer = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    });

    const error = await catchError(
      stripe.paymentIntents.create({
        amount: 4900,
        currency: 'usd',
        customer: customer.id,
        payment_method: method.id,
        confirm: true,
        off_session: true,
      }),
    );

    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });
});

describe('the lifecycle of an intent', () => {
  it('rejects a second confirmation after success', async () => {
    const paid = await pay('pm_card_visa');

    const error = await catchError(
      stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
    );

    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(error.payment_intent?.id).toBe(paid.id);
  });

  it('cannot be confirmed once canceled, nor canceled once paid', async () => {
    const open = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
    const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' });
    const paid = await pay('pm_card_visa');

    const confirming = await catchError(
      stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }),
    );
    const canceling = await catchError(stripe.paymentIntents.cancel(paid.id));

    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect([confirming.code, canceling.code]).toEqual([
      'payment_intent_unexpected_state',
      'payment_intent_unexpected_state',
    ]);
  });

  it('merges metadata by key and removes keys with an empty value', async () => {
    const created = await stripe.paymentIntents.create({
      amount: 4900,
      currency: 'usd',
      metadata: { a: '1', b: '2' },
    });

    const changed = await stripe.paymentIntents.update(created.id, { metadata: { a: '', c: '3' } });

    expect(changed.metadata).toEqual({ b: '2', c: '3' });
  });

  it('expands the charge with billing details and refunded amount', async () => {
    const paid = await pay('pm_card_visa');
    await stripe.refunds.create({ payment_intent: paid.id, amount: 900 });

    const expanded = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });

    expect(expanded.latest_charge).toMatchObject({
      status: 'succeeded',
      refunded: false,
      amount_refunded: 900,
    });
    expect((expanded.latest_charge as Stripe.Charge).billing_details).toHaveProperty('email');
  });
});

describe('a payment method used without a customer and without being saved', () => {
  it('cannot be used again', async () => {
    const paid = await pay('pm_card_visa');

    const error = await catchError(pay(String(paid.payment_method)));

    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });
});

describe('refunds', () => {
  it('refund the full amount once and reject another refund', async () => {
    const paid = await pay('pm_card_visa');
    const refund = await stripe.refunds.create({ payment_intent: paid.id, reason: 'requested_by_customer' });

    const repeated = await catchError(stripe.refunds.create({ payment_intent: paid.id }));
    const expanded = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });

    expect(refund).toMatchObject({ status: 'succeeded', amount: 4900, payment_intent: paid.id });
    expect(repeated.code).toBe('charge_already_refunded');
    expect(expanded).toMatchObject({
      status: 'succeeded',
      latest_charge: { refunded: true, amount_refunded: 4900 },
    });
  });
});
