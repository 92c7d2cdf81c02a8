import { screen, waitFor, within } from '@testing-library/react';
import { network, type MockResponse } from './support/network';
import { deferred } from './support/deferred';
import { currentPath, findToast, reload as reloadPage, signIn, toastTitles, visit } from './support/site';
import { stripeMock } from './support/stripe-script';
import { buy, INTENT, mockCheckout, pay, payButton, PREPARE, PROCESS } from './support/checkout';
import {
  AUTH,
  authErrorResponse,
  errorResponse,
  FUNCTIONS,
  session,
  TEAM_PURCHASE,
  TEAM_SUBSCRIPTION,
} from './support/responses';

const TOKEN = `POST ${AUTH}/token`;
const CHECK = `POST ${FUNCTIONS}/check-subscription`;

beforeEach(() => {
  mockCheckout();
  network.on(CHECK, { body: TEAM_SUBSCRIPTION });
});

const succeeded = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
const processing = { paymentIntent: { id: 'pi_1', status: 'processing' } };
const waitingForCard = { paymentIntent: { id: 'pi_1', status: 'requires_payment_method' } };
const UNFINISHED = {
  clientSecret: 'pi_1_secret_1',
  paymentIntentId: 'pi_1',
  plan: 'team',
  interval: 'month',
  amount: 4900,
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
};

describe('paying', () => {
  it('prepares, charges, and processes, in this order', async () => {
    const order: string[] = [];
    network.on(PREPARE, () => {
      order.push('prepare');
      return { body: { status: 'ready' } };
    });
    network.on(PROCESS, () => {
      order.push('process');
      return { body: TEAM_PURCHASE };
    });
    stripeMock.confirm = () => {
      order.push('charge');
      return succeeded;
    };
    await buy();
    expect(await findToast('Payment Successful! 🎉')).toBe(
      'Your account has been created and subscription activated.',
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to the product');
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(order).toEqual(['prepare', 'charge', 'process']);
    expect(stripeMock.confirmed).toEqual([
      { clientSecret: 'pi_1_secret_1', billing: { name: 'Ada Lovelace', email: 'ada@example.com' } },
    ]);
    expect(network.calls(PREPARE)[0]?.body).toEqual({
      clientSecret: 'pi_1_secret_1',
      planName: 'team',
      amount: 4900,
      email: 'ada@example.com',
      fullName: 'Ada Lovelace',
      password: 'secret1',
    });
    expect(network.calls(PROCESS)[0]?.body).toEqual({
      paymentIntentId: 'pi_1',
      planName: 'team',
      amount: 4900,
      email: 'ada@example.com',
      fullName: 'Ada Lovelace',
      password: 'secret1',
    });
  });

  it('signs the buyer in with the password just typed', async () => {
    network.on(TOKEN, { body: session() });
    await buy();
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(network.calls(TOKEN).map(({ body }) => body)).toEqual([
      expect.objectContaining({ email: 'ada@example.com', password: 'secret1' }),
    ]);
    expect(await screen.findByRole('button', { name: 'Account' })).toBeVisible();
    expect(screen.queryByText('You’re already on the Team plan')).toBeNull();
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Sign in' })).toBeNull();
  });

  it('is resumed, and not asked for again, if the page is reloaded while the buyer is being signed in', async () => {
    network.on(TOKEN, () => deferred<MockResponse>().promise);
    await buy();
    await waitFor(() => expect(network.calls(TOKEN)).toHaveLength(1));
    stripeMock.retrieve = () => succeeded;
    reloadPage();
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
    expect(network.calls(PROCESS)).toHaveLength(2);
    expect(stripeMock.confirmed).toHaveLength(1);
  });

  it('offers to sign in if that fails', async () => {
    network.on(TOKEN, authErrorResponse(429, 'over_request_rate_limit', 'Too many attempts.'));
    const user = await buy();
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(await findToast('Payment Successful! 🎉')).toBeTruthy();
    await screen.findByRole('heading', { name: 'Next steps' });
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' }));
    const form = within(await screen.findByRole('form', { name: 'Sign in' }));
    expect(form.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('is busy, keeps the focus, ignores a second click, and moves the focus to the result', async () => {
    const charge = deferred<typeof succeeded>();
    stripeMock.confirm = () => charge.promise;
    const user = await buy();
    await waitFor(() => expect(stripeMock.confirmed).toHaveLength(1));
    expect(payButton()).toHaveTextContent('Processing Payment...');
    expect(payButton()).toHaveAttribute('aria-disabled', 'true');
    expect(payButton()).toHaveFocus();
    const announced = () =>
      screen.queryAllByText('Processing Payment...').filter((it) => it.closest('[aria-live=polite]'));
    await waitFor(() => expect(announced()).toHaveLength(1));
    await user.click(payButton());
    await user.keyboard('{Enter}');
    await user.type(screen.getByLabelText('Email'), 'x{Enter}');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(sessionStorage.getItem('pending-payment')).toContain('pi_1_secret_1');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret1"');
    charge.resolve(succeeded);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(announced()).toHaveLength(0);
    expect(stripeMock.confirmed).toHaveLength(1);
    expect(network.calls(PREPARE)).toHaveLength(1);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('ada@example.com');
  });
});

describe('a declined card', () => {
  it('can be corrected and charged again on the same intent', async () => {
    stripeMock.confirm = () => ({ error: { type: 'card_error', message: 'Your card was declined.' } });
    const user = await buy();
    expect(await findToast('Payment Failed')).toBe('Your card was declined.');
    expect(screen.getByRole('group', { name: 'Card details' })).toHaveAccessibleDescription(
      'Your card was declined. You weren’t charged. Check your card details, or use another card.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
    stripeMock.confirm = () => succeeded;
    await pay(user);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed.map(({ clientSecret }) => clientSecret)).toEqual([
      'pi_1_secret_1',
      'pi_1_secret_1',
    ]);
    expect(network.calls(INTENT)).toHaveLength(1);
  });
});

describe('a charge with an unknown result', () => {
  it('waits for the bank and continues automatically', async () => {
    stripeMock.confirm = () => processing;
    stripeMock.retrieve = () => processing;
    await buy();
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(network.calls(PROCESS)).toHaveLength(0);
    stripeMock.retrieve = () => succeeded;
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed).toHaveLength(1);
  });

  it('returns to the filled-in form when the bank declines', async () => {
    stripeMock.confirm = () => processing;
    stripeMock.retrieve = () => ({
      paymentIntent: {
        id: 'pi_1',
        status: 'requires_payment_method',
        last_payment_error: { message: 'Your bank said no.' },
      },
    });
    await buy();
    expect(await findToast('Payment Failed')).toBe('Your bank said no.');
    expect(await screen.findByLabelText('Full Name')).toHaveValue('Ada Lovelace');
  });

  it('checks with the provider instead of charging again when the connection was lost', async () => {
    stripeMock.confirm = () => Promise.reject(new Error('connection lost'));
    stripeMock.retrieve = () => succeeded;
    await buy();
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed).toHaveLength(1);
  });

  it('retries while our server is unavailable and says that nothing is charged twice', async () => {
    network.on(PROCESS, errorResponse(503, 'service_unavailable', 'Unavailable.'));
    await buy();
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible();
    await waitFor(() => expect(network.calls(PROCESS).length).toBeGreaterThan(1));
    network.on(PROCESS, { body: TEAM_PURCHASE });
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed).toHaveLength(1);
  });

  it('never asks for the card again when the server rejects the account after the charge', async () => {
    network.on(PROCESS, errorResponse(409, 'payment_belongs_to_another_account', 'Another account.'));
    await buy();
    expect(await screen.findByRole('alert')).toHaveTextContent('Please don’t pay again');
    expect(screen.getByText('pi_1')).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it('shows that a payment is under review, with a way to reach support and none to pay again', async () => {
    const message = 'We received your payment. Please don’t pay again. Questions? Email support@example.com.';
    network.on(PROCESS, errorResponse(409, 'payment_under_review', message));
    await buy();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('heading', { name: 'We’re reviewing your payment' })).toBeVisible();
    expect(alert.getByText(message)).toBeVisible();
    expect(alert.getByText('pi_1')).toBeVisible();
    expect(alert.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      expect.stringContaining('pi_1'),
    );
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expectNoAmountOrRenewal();
    expect(screen.getByText(/isn’t active, and nothing renews/)).toBeVisible();
  });

  const expectNoAmountOrRenewal = () => {
    expect(screen.getByRole('heading', { name: 'Order summary' })).toBeVisible();
    for (const text of [/^Total$/, /Renews every/, /billed every/])
      expect(screen.queryByText(text)).toBeNull();
  };

  it('lets the buyer of a refunded payment order again', async () => {
    network.on(PROCESS, errorResponse(409, 'payment_refunded', 'We refunded this payment in full.'));
    await buy();
    expect(await screen.findByRole('heading', { name: 'Your payment was refunded' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing');
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
    expectNoAmountOrRenewal();
    expect(screen.getByText(/won’t renew/)).toBeVisible();
  });

  it('asks for no card in another tab while a payment of this browser is under review', async () => {
    network.on(INTENT, errorResponse(409, 'payment_under_review', 'Please don’t pay again.'));
    visit('/checkout?plan=team');
    expect(await screen.findByRole('heading', { name: 'We’re reviewing your payment' })).toBeVisible();
    expect(screen.getByText('Please don’t pay again.')).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(screen.queryByText('Order summary')).toBeNull();
    expect(toastTitles()).toEqual([]);
  });

  it('finds a payment made in another tab', async () => {
    network.on(PREPARE, errorResponse(409, 'checkout_closed', 'Being charged.'));
    stripeMock.retrieve = () => succeeded;
    await buy();
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed).toEqual([]);
  });
});

describe('reloading or going back during a payment', () => {
  const reload = (path = '/checkout?plan=team') => {
    sessionStorage.setItem('pending-payment', JSON.stringify(UNFINISHED));
    return visit(path);
  };

  it('completes a charged payment without a second intent', async () => {
    stripeMock.retrieve = () => succeeded;
    reload();
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(network.calls(INTENT)).toHaveLength(0);
    expect(network.calls(PROCESS)[0]?.body).toEqual({
      paymentIntentId: 'pi_1',
      planName: 'team',
      amount: 4900,
      email: 'ada@example.com',
      fullName: 'Ada Lovelace',
    });
    expect(stripeMock.confirmed).toEqual([]);
  });

  it('completes the plan that was paid for, even if the URL now names another', async () => {
    stripeMock.retrieve = () => processing;
    reload('/checkout?plan=growth');
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(screen.getByText('Team plan')).toBeVisible();
    expect(network.calls(INTENT)).toHaveLength(0);
  });

  it('shows the state of the payment in a new tab after its own was closed', async () => {
    const { email: _, fullName: __, ...shared } = UNFINISHED;
    localStorage.setItem('pending-payment', JSON.stringify({ ...shared, savedAt: Date.now() }));
    stripeMock.retrieve = () => processing;
    visit('/checkout?plan=team');
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    stripeMock.retrieve = () => succeeded;
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(network.calls(INTENT)).toHaveLength(0);
    expect(localStorage.getItem('pending-payment')).toBeNull();
  });

  it.each([
    ['it may still be paying', Date.now(), () => waitingForCard],
    ['its payment is a day old', Date.now() - 86_400_001, () => processing],
  ])('leaves the payment of another tab alone if %s', async (_, savedAt, retrieve) => {
    const stored = JSON.stringify({ ...UNFINISHED, savedAt });
    localStorage.setItem('pending-payment', stored);
    stripeMock.retrieve = retrieve;
    visit('/checkout?plan=team');
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(localStorage.getItem('pending-payment')).toBe(stored);
    expect(toastTitles()).toEqual([]);
  });

  it('shows the form when nothing was charged', async () => {
    stripeMock.retrieve = () => waitingForCard;
    reload();
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
  });

  const declineLater = () => {
    const intents = [processing, processing];
    stripeMock.retrieve = () => intents.pop() ?? waitingForCard;
  };

  it('shows the form after the bank declines', async () => {
    declineLater();
    reload();
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(toastTitles()).toEqual(['Payment Failed']);
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
  });

  it('reports no declined payment to an account that has a plan', async () => {
    signIn();
    network.on(CHECK, { body: TEAM_SUBSCRIPTION });
    declineLater();
    reload();
    expect(await screen.findByRole('heading', { name: 'You’re already on the Team plan' })).toBeVisible();
    expect(toastTitles()).toEqual([]);
  });

  it('accepts no second payment while the result of the first is unknown', async () => {
    stripeMock.retrieve = () => Promise.reject(new Error('no connection'));
    reload();
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });
});
