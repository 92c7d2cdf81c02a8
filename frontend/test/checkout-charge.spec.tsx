import { screen, waitFor, within } from '@testing-library/react';
import { network } from './support/network';
import { later } from './support/later';
import { here, toastOf, toastTitles, visit } from './support/site';
import { bank } from './support/stripe-script';
import {
  fillIn,
  INTENT,
  openShop,
  pay,
  payButton,
  PREPARE,
  PROCESS,
  visitCheckout,
} from './support/checkout';
import { refusal, TEAM_PURCHASE } from './support/wire';

beforeEach(openShop);

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

async function buy() {
  const { keyboard } = await visitCheckout();
  await fillIn(keyboard);
  await pay(keyboard);
  return keyboard;
}

describe('paying', () => {
  it('prepares, charges, processes, and confirms, in this order', async () => {
    const order: string[] = [];
    network.on(PREPARE, () => {
      order.push('prepare');
      return { body: { status: 'ready' } };
    });
    network.on(PROCESS, () => {
      order.push('process');
      return { body: TEAM_PURCHASE };
    });
    bank.confirm = () => {
      order.push('charge');
      return succeeded;
    };
    await buy();
    expect(await toastOf('Payment Successful! 🎉')).toBe(
      'Your account has been created and subscription activated.',
    );
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(order).toEqual(['prepare', 'charge', 'process']);
    expect(bank.confirmed).toEqual([
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

  it('is busy and deaf to a second press meanwhile', async () => {
    const charge = later<typeof succeeded>();
    bank.confirm = () => charge.promise;
    const keyboard = await buy();
    await waitFor(() => expect(bank.confirmed).toHaveLength(1));
    expect(payButton()).toHaveTextContent('Processing Payment...');
    expect(payButton()).toBeDisabled();
    await keyboard.click(payButton());
    await keyboard.keyboard('{Enter}');
    charge.resolve(succeeded);
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(bank.confirmed).toHaveLength(1);
    expect(network.calls(PREPARE)).toHaveLength(1);
  });

  it('keeps no password in the browser while the card is charged', async () => {
    bank.confirm = () => new Promise(() => {});
    await buy();
    await waitFor(() => expect(bank.confirmed).toHaveLength(1));
    expect(sessionStorage.getItem('pending-payment')).toContain('pi_1_secret_1');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret1"');
  });
});

describe('a declined card', () => {
  it('is told, corrected and charged again on the same intent', async () => {
    bank.confirm = () => ({ error: { type: 'card_error', message: 'Your card was declined.' } });
    const keyboard = await buy();
    expect(await toastOf('Payment Failed')).toBe('Your card was declined.');
    expect(screen.getByRole('group', { name: 'Card details' })).toHaveAccessibleDescription(
      'Your card was declined.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
    bank.confirm = () => succeeded;
    await pay(keyboard);
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(bank.confirmed.map(({ clientSecret }) => clientSecret)).toEqual([
      'pi_1_secret_1',
      'pi_1_secret_1',
    ]);
    expect(network.calls(INTENT)).toHaveLength(1);
  });

  it('has a sentence when the provider gives none', async () => {
    bank.confirm = () => ({ error: { type: 'card_error' } });
    await buy();
    expect(await toastOf('Payment Failed')).toBe(
      'There was an error processing your payment. Please try again.',
    );
  });

  it('gets a new intent once the old one was cancelled for too many tries', async () => {
    bank.confirm = () => ({
      error: { type: 'card_error', message: 'Declined.', payment_intent: { status: 'canceled' } },
    });
    await buy();
    await toastOf('Payment Failed');
    await waitFor(() => expect(network.calls(INTENT)).toHaveLength(2));
  });
});

describe('a charge whose end is not known at once', () => {
  it('waits for the bank and goes on by itself', async () => {
    bank.confirm = () => processing;
    bank.retrieve = () => processing;
    await buy();
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(network.calls(PROCESS)).toHaveLength(0);
    bank.retrieve = () => succeeded;
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(bank.confirmed).toHaveLength(1);
  });

  it('returns to the form, with everything typed, when the bank says no in the end', async () => {
    bank.confirm = () => processing;
    bank.retrieve = () => ({
      paymentIntent: {
        id: 'pi_1',
        status: 'requires_payment_method',
        last_payment_error: { message: 'Your bank said no.' },
      },
    });
    await buy();
    expect(await toastOf('Payment Failed')).toBe('Your bank said no.');
    expect(await screen.findByLabelText('Full Name')).toHaveValue('Ada Lovelace');
  });

  it('asks the provider when the connection broke while charging, instead of charging again', async () => {
    bank.confirm = () => Promise.reject(new Error('connection lost'));
    bank.retrieve = () => succeeded;
    await buy();
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(bank.confirmed).toHaveLength(1);
  });

  it('asks again while our server is away, and says that nothing is charged twice', async () => {
    network.on(PROCESS, refusal(503, 'service_unavailable', 'Away.'));
    await buy();
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible();
    await waitFor(() => expect(network.calls(PROCESS).length).toBeGreaterThan(1));
    network.on(PROCESS, { body: TEAM_PURCHASE });
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(bank.confirmed).toHaveLength(1);
  });

  it('never asks for the card again when the server refuses the account after the charge', async () => {
    network.on(PROCESS, refusal(409, 'payment_belongs_to_another_account', 'Another account.'));
    await buy();
    expect(await screen.findByRole('alert')).toHaveTextContent('Please do not pay again');
    expect(screen.getByText('pi_1')).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it('says that a payment is under review, how to reach support, and nothing that leads to paying again', async () => {
    const message = 'We received your payment. Please don’t pay again. Write to support@example.com.';
    network.on(PROCESS, refusal(409, 'payment_under_review', message));
    await buy();
    const told = within(await screen.findByRole('alert'));
    expect(told.getByRole('heading', { name: 'We’re reviewing your payment' })).toBeVisible();
    expect(told.getByText(message)).toBeVisible();
    expect(told.getByText('pi_1')).toBeVisible();
    expect(told.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      expect.stringContaining('pi_1'),
    );
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('lets a buyer order again whose payment was returned', async () => {
    network.on(PROCESS, refusal(409, 'payment_returned', 'We returned this payment in full.'));
    await buy();
    expect(await screen.findByRole('heading', { name: 'Your payment was returned' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing');
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
  });

  it('asks for no card in another tab while a payment of this browser is under review', async () => {
    network.on(INTENT, refusal(409, 'payment_under_review', 'Please don’t pay again.'));
    visit('/checkout?plan=team');
    expect(await screen.findByRole('heading', { name: 'We’re reviewing your payment' })).toBeVisible();
    expect(screen.getByText('Please don’t pay again.')).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(toastTitles()).toEqual([]);
  });

  it('finds a payment that another tab is making or has made', async () => {
    network.on(PREPARE, refusal(409, 'checkout_closed', 'Being charged.'));
    bank.retrieve = () => succeeded;
    await buy();
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(bank.confirmed).toEqual([]);
  });
});

describe('reloading or going back in the middle', () => {
  const reload = (path = '/checkout?plan=team') => {
    sessionStorage.setItem('pending-payment', JSON.stringify(UNFINISHED));
    return visit(path);
  };

  it('finishes a payment that was charged, without a second intent', async () => {
    bank.retrieve = () => succeeded;
    reload();
    await waitFor(() => expect(here()).toBe('/checkout-success'));
    expect(network.calls(INTENT)).toHaveLength(0);
    expect(network.calls(PROCESS)[0]?.body).toEqual({
      paymentIntentId: 'pi_1',
      planName: 'team',
      amount: 4900,
      email: 'ada@example.com',
      fullName: 'Ada Lovelace',
    });
    expect(bank.confirmed).toEqual([]);
  });

  it('finishes the plan that was paid for, whatever plan the address names now', async () => {
    bank.retrieve = () => processing;
    reload('/checkout?plan=growth');
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(screen.getByText('Team plan')).toBeVisible();
    expect(network.calls(INTENT)).toHaveLength(0);
  });

  it('shows the form when nothing was charged', async () => {
    bank.retrieve = () => waitingForCard;
    reload();
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(sessionStorage.getItem('pending-payment')).toBeNull();
  });

  it('takes no second payment while nobody can tell what became of the first', async () => {
    bank.retrieve = () => Promise.reject(new Error('no connection'));
    reload();
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });
});
