import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { chargeCard, findOutcome } from '../src/features/checkout/charge';
import { loadPaymentOfOtherTab } from '../src/features/checkout/pending-payment';
import { verifyPurchase } from '../src/features/checkout/verify-purchase';
import { network } from './support/network';
import { errorResponse, FUNCTIONS, NO_SUBSCRIPTION, TEAM_SUBSCRIPTION, authUser } from './support/responses';

/** A provider that responds like this to a charge and to a question about its state. */
const provider = (confirm: () => object, retrieve: () => object = () => ({})) =>
  ({
    confirmCardPayment: async () => confirm(),
    retrievePaymentIntent: async () => retrieve(),
  }) as unknown as Stripe;
const charge = (stripe: Stripe) =>
  chargeCard(stripe, 'pi_1_secret_1', {} as StripeCardElement, { name: 'Ada', email: 'ada@example.com' });
const intent = (status: string, more: object = {}) => ({ paymentIntent: { status, ...more } });
const failure = (type: string, more: object = {}) => ({ error: { type, ...more } });
const lost = () => {
  throw new Error('connection lost');
};

describe('the outcome of a charge', () => {
  const CANCELED =
    'This payment was canceled and nothing was charged. We started a new one. Please try again.';
  const canceled = { payment_intent: { status: 'canceled' } };

  it.each([
    ['succeeded', intent('succeeded'), { kind: 'succeeded' }],
    ['is processing', intent('processing'), { kind: 'processing' }],
    [
      'was declined',
      failure('card_error', { message: 'Declined.' }),
      { kind: 'declined', message: 'Declined.', intentCanceled: false },
    ],
    [
      'was declined without a reason',
      failure('card_error'),
      {
        kind: 'declined',
        message: 'There was an error processing your payment. Please try again.',
        intentCanceled: false,
      },
    ],
    [
      'was declined too often',
      failure('card_error', { message: 'Declined.', ...canceled }),
      { kind: 'declined', message: 'Declined.', intentCanceled: true },
    ],
    [
      'was for a canceled intent',
      failure('invalid_request_error', { message: 'Status of canceled.', ...canceled }),
      { kind: 'declined', message: CANCELED, intentCanceled: true },
    ],
    [
      'had been made in another tab',
      failure('invalid_request_error', { payment_intent: { status: 'succeeded' } }),
      { kind: 'succeeded' },
    ],
  ])('is that it %s', async (_, response, outcome) =>
    expect(await charge(provider(() => response))).toEqual(outcome),
  );

  it.each([
    ['no response', lost],
    ['a connection error', () => failure('api_connection_error')],
  ])('is asked for instead of charging again after %s', async (_, confirm) => {
    expect(await charge(provider(confirm, () => intent('succeeded')))).toEqual({ kind: 'succeeded' });
    expect(await charge(provider(confirm, lost))).toEqual({ kind: 'unknown' });
  });

  it('is asked for after a reload', async () => {
    const declined = intent('requires_payment_method', { last_payment_error: { message: 'No.' } });
    expect(
      await findOutcome(
        provider(lost, () => declined),
        's',
      ),
    ).toMatchObject({ message: 'No.' });
    expect(
      await findOutcome(
        provider(lost, () => intent('canceled')),
        's',
      ),
    ).toMatchObject({ message: CANCELED });
  });
});

describe('the payment of another tab', () => {
  const payment = {
    clientSecret: 's',
    paymentIntentId: 'pi_1',
    plan: 'team',
    interval: 'month',
    amount: 4900,
  };

  it.each([
    ['a moment old', true, { savedAt: Date.now() }],
    ['a day old', false, { savedAt: Date.now() - 86_400_001 }],
    ['for an unknown plan', false, { savedAt: Date.now(), plan: 'gold' }],
  ])('that is %s is found: %s', (_, found, more) => {
    localStorage.setItem('pending-payment', JSON.stringify({ ...payment, ...more }));
    expect(loadPaymentOfOtherTab() !== undefined).toBe(found);
  });
});

describe('a hosted payment that was verified', () => {
  const CHECK = `POST ${FUNCTIONS}/check-subscription`;
  const WELCOME = `POST ${FUNCTIONS}/send-welcome-email`;
  const verify = (of = authUser()) => verifyPurchase('cs_1', of as Parameters<typeof verifyPurchase>[1]);

  it('requests the welcome email for the email if there is no name, and ignores its errors', async () => {
    network.on(CHECK, { body: TEAM_SUBSCRIPTION });
    network.on(WELCOME, errorResponse(500, 'internal_error', 'Unavailable.'));
    expect(await verify(authUser({ fullName: '' }))).toEqual(TEAM_SUBSCRIPTION);
    expect(network.calls(WELCOME)[0]?.body['name']).toBe('ada@example.com');
  });

  it('requests no email without a tier, and is an error for the free tier', async () => {
    network.on(CHECK, { body: NO_SUBSCRIPTION });
    await verify();
    network.on(CHECK, { body: { ...NO_SUBSCRIPTION, subscription_tier: 'free', status: 'canceled' } });
    await expect(verify()).rejects.toThrow('no paid plan');
    expect(network.calls(WELCOME)).toHaveLength(0);
  });
});
