import { screen, waitFor } from '@testing-library/react';
import { fillIn, INTENT, mockCheckout, pay, payButton, PREPARE, visitCheckout } from './support/checkout';
import { network } from './support/network';
import { currentPath, findSilent, findToast, visit } from './support/site';
import { stripeMock } from './support/stripe-script';
import { errorResponse, TEAM_INTENT } from './support/responses';

const NEW_INTENT = { ...TEAM_INTENT, clientSecret: 'pi_2_secret_2', paymentIntentId: 'pi_2' };
const CONFIGURATION = 'Please check your payment provider configuration.';

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

describe('an intent prepared with another cookie', () => {
  it('is replaced with a new one, which is charged without a second click', async () => {
    const { keyboard } = await visitCheckout();
    await fillIn(keyboard);
    replaceIntent('checkout_cookie_mismatch', 'Request a new payment intent.');
    await pay(keyboard);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(network.calls(INTENT)).toHaveLength(2);
    expect(network.calls(PREPARE).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        clientSecret: 'pi_1_secret_1',
        email: 'ada@example.com',
        password: 'secret1',
      }),
      expect.objectContaining({
        clientSecret: 'pi_2_secret_2',
        email: 'ada@example.com',
        password: 'secret1',
      }),
    ]);
    expect(stripeMock.confirmed.map(({ clientSecret }) => clientSecret)).toEqual(['pi_2_secret_2']);
  });

  it('shows an error and keeps the form when it happens again, as it does without cookies', async () => {
    network.on(PREPARE, errorResponse(409, 'checkout_cookie_mismatch', 'Request a new payment intent.'));
    const { keyboard } = await visitCheckout();
    await fillIn(keyboard);
    await pay(keyboard);
    expect(await findToast('Payment Failed')).toMatch(/Nothing was charged\. Please allow cookies/);
    expect(network.calls(PREPARE)).toHaveLength(2);
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ada Lovelace');
    expect(payButton()).toBeEnabled();
    expect(stripeMock.confirmed).toEqual([]);
  });
});

describe('a canceled intent', () => {
  it('says that there were too many declines, and the next click pays with a new intent', async () => {
    const message = 'Your card was declined 5 times, so we canceled this payment.';
    const { keyboard } = await visitCheckout();
    await fillIn(keyboard);
    replaceIntent('too_many_declines', message);
    await pay(keyboard);
    expect(await findToast('Payment Failed')).toBe(message);
    expect(await findSilent(message)).toBeVisible();
    expect(stripeMock.confirmed).toEqual([]);
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    await pay(keyboard);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed.map(({ clientSecret }) => clientSecret)).toEqual(['pi_2_secret_2']);
  });

  it('says that nothing was charged when it was canceled during the charge', async () => {
    stripeMock.confirm = () => ({
      error: {
        type: 'invalid_request_error',
        message: 'This PaymentIntent has a status of canceled.',
        payment_intent: { status: 'canceled' },
      },
    });
    const { keyboard } = await visitCheckout();
    await fillIn(keyboard);
    await pay(keyboard);
    expect(await findToast('Payment Failed')).toBe(
      'This payment was canceled and nothing was charged. We started a new one. Please try again.',
    );
    await waitFor(() => expect(network.calls(INTENT)).toHaveLength(2));
  });
});

describe('an intent that cannot be created', () => {
  it.each([
    [429, 'rate_limited', 'Too many cards were declined from your network. Please try again in 12 minutes.'],
    [422, 'amount_not_a_plan', 'This amount is not the price of the plan. Please choose a plan again.'],
  ])('shows our own error without blaming the provider (%i %s)', async (status, code, message) => {
    network.on(INTENT, errorResponse(status, code, message));
    visit('/checkout?plan=team');
    expect(await findToast('Error')).toBe(message);
    await findSilent(message);
    expect(screen.queryByText(new RegExp(CONFIGURATION))).toBeNull();
  });

  it.each([
    [503, 'payment_provider_unavailable', 'The payment provider did not respond.'],
    [500, 'internal_error', 'Our payment provider rejected the request.'],
  ])("shows the provider's error (%i %s)", async (status, code, message) => {
    network.on(INTENT, errorResponse(status, code, message));
    visit('/checkout?plan=team');
    expect(await findToast('Error')).toBe(`Failed to initialize payment: ${message} ${CONFIGURATION}`);
  });
});

it("shows the server's message when preparing is rate-limited", async () => {
  const message = 'Too many requests. Please try again in 4 minutes.';
  network.on(PREPARE, errorResponse(429, 'rate_limited', message));
  const { keyboard } = await visitCheckout();
  await fillIn(keyboard);
  await pay(keyboard);
  expect(await findToast('Payment Failed')).toBe(message);
  expect(stripeMock.confirmed).toEqual([]);
});
