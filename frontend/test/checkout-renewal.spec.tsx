import { MAX_DECLINES, TOO_MANY_DECLINES } from '@subscription-site/shared/declines';
import { screen, waitFor } from '@testing-library/react';
import {
  buy,
  enterCard,
  fillIn,
  INTENT,
  mockCheckout,
  pay,
  payButton,
  PREPARE,
  visitCheckout,
} from './support/checkout';
import { network } from './support/network';
import { currentPath, findSilent, findToast, signIn, toastTitles, visit } from './support/site';
import { stripeMock } from './support/stripe-script';
import { errorResponse, FUNCTIONS, TEAM_INTENT, TEAM_SUBSCRIPTION } from './support/responses';

const NEW_INTENT = { ...TEAM_INTENT, clientSecret: 'pi_2_secret_2', paymentIntentId: 'pi_2' };
const CANCELED = {
  error: {
    type: 'invalid_request_error',
    message: 'This PaymentIntent has a status of canceled.',
    payment_intent: { status: 'canceled' },
  },
};

beforeEach(mockCheckout);

/** From now on the server creates a new intent and rejects the old one in prepare-checkout. */
function replaceIntent(code: string, message: string): void {
  network.on(INTENT, { body: NEW_INTENT });
  network.on(PREPARE, ({ body }) =>
    body['clientSecret'] === NEW_INTENT.clientSecret
      ? { body: { status: 'ready' } }
      : errorResponse(409, code, message),
  );
}

describe.each([
  ['prepared with another cookie', 'checkout_cookie_mismatch', /Nothing was charged\. Please allow cookies/],
  ['replaced in another tab', 'checkout_replaced', /Nothing was charged\. To buy this plan/],
])('an intent %s', (_, code, message) => {
  it('shows an error that calls no payment failed, and keeps the form, unless a new one is charged', async () => {
    network.on(PREPARE, errorResponse(409, code, 'Request a new payment intent.'));
    const user = await buy();
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t continue this checkout');
    expect(toastTitles()).toEqual([]);
    expect(network.calls(PREPARE)).toHaveLength(2);
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ada Lovelace');
    expect(payButton()).toBeEnabled();
    expect(stripeMock.confirmed).toEqual([]);

    const intents = network.calls(INTENT).length;
    replaceIntent(code, 'Request a new payment intent.');
    await pay(user);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(network.calls(INTENT)).toHaveLength(intents + 1);
    const buyer = { email: 'ada@example.com', password: 'secret1' };
    expect(
      network
        .calls(PREPARE)
        .slice(2)
        .map(({ body }) => body),
    ).toEqual([
      expect.objectContaining({ clientSecret: 'pi_1_secret_1', ...buyer }),
      expect.objectContaining({ clientSecret: 'pi_2_secret_2', ...buyer }),
    ]);
    expect(stripeMock.confirmed.map(({ clientSecret }) => clientSecret)).toEqual(['pi_2_secret_2']);
  });
});

it('an intent whose payment has begun in another tab is not renewed or charged', async () => {
  network.on(PREPARE, errorResponse(409, 'checkout_closed', 'Being charged.'));
  stripeMock.retrieve = () => ({ paymentIntent: { status: 'processing' } });
  await buy();
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  expect(network.calls(INTENT)).toHaveLength(1);
  expect(stripeMock.confirmed).toEqual([]);
});

describe('a plan that was bought in another tab meanwhile', () => {
  const buyElsewhere = () => network.on(`POST ${FUNCTIONS}/check-subscription`, { body: TEAM_SUBSCRIPTION });

  async function expectBoughtPlan(): Promise<void> {
    expect(await screen.findByRole('heading', { name: 'You’re already on the Team plan' })).toBeVisible();
    expect(screen.getByText(/You weren’t charged again/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Manage plan' })).toHaveAttribute('href', '/account/billing');
    expect(toastTitles()).toEqual([]);
  }

  it('is shown when that tab canceled this intent during the charge', async () => {
    signIn();
    stripeMock.confirm = () => {
      buyElsewhere();
      return CANCELED;
    };
    const { user } = await visitCheckout();
    await enterCard(user);
    await pay(user);
    await expectBoughtPlan();
  });

  it('is shown when its payment was still processing and this intent was not charged', async () => {
    signIn();
    network.on(PREPARE, () => {
      buyElsewhere();
      return errorResponse(409, 'checkout_closed', 'Being charged.');
    });
    stripeMock.retrieve = () => ({ paymentIntent: { status: 'requires_payment_method' } });
    const { user } = await visitCheckout();
    await enterCard(user);
    await pay(user);
    await expectBoughtPlan();
    expect(stripeMock.confirmed).toEqual([]);
  });
});

describe('a canceled intent', () => {
  it('says that there were too many declines, and the next click pays with a new intent', async () => {
    const message = 'Your card was declined 5 times, so we canceled this payment.';
    const { user } = await visitCheckout();
    await fillIn(user);
    replaceIntent('too_many_declines', message);
    await pay(user);
    expect(await findToast('Payment Failed')).toBe(message);
    expect(await findSilent('You weren’t charged')).toBeVisible();
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(stripeMock.confirmed).toEqual([]);
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    await pay(user);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed.map(({ clientSecret }) => clientSecret)).toEqual(['pi_2_secret_2']);
  });

  it('is announced after the last decline, and the next click pays even if the server still had to cancel it', async () => {
    const accept = stripeMock.confirm;
    stripeMock.confirm = () => ({
      error: {
        type: 'card_error',
        message: 'Your card was declined.',
        payment_intent: { status: 'requires_payment_method' },
      },
    });
    const { user } = await visitCheckout();
    await fillIn(user);
    for (let declines = 1; declines < MAX_DECLINES; declines += 1) {
      await pay(user);
      expect(await findToast('Payment Failed')).toBe('Your card was declined.');
    }
    await pay(user);
    expect(await findToast('Payment Failed')).toBe(TOO_MANY_DECLINES);
    await waitFor(() => expect(network.calls(INTENT)).toHaveLength(2));
    replaceIntent('too_many_declines', TOO_MANY_DECLINES);
    stripeMock.confirm = accept;
    await pay(user);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed.at(-1)?.clientSecret).toBe('pi_2_secret_2');
  });

  it('says that nothing was charged when it was canceled during the charge', async () => {
    stripeMock.confirm = () => CANCELED;
    await buy();
    expect(await findToast('Payment Failed')).toBe(
      'This payment was canceled and nothing was charged. We started a new one. Please try again.',
    );
    await waitFor(() => expect(network.calls(INTENT)).toHaveLength(2));
  });
});

it('an intent that our server rejects shows why, without blaming the provider', async () => {
  const message = 'Too many declined cards from your network. Please try again in 12 minutes.';
  network.on(INTENT, errorResponse(429, 'rate_limited', message));
  visit('/checkout?plan=team');
  expect(await findToast('Error')).toBe(message);
  await findSilent('We couldn’t start the payment');
  expect(screen.queryByText(/Please check your payment provider configuration/)).toBeNull();
});
