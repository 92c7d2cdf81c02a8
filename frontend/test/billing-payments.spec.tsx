import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  CARDS,
  dateAndTime,
  MASTERCARD,
  mockCards,
  mockNewCard,
  mockSubscription,
  pastDue,
  PAY,
  SETUP,
  signInSubscriber,
  subscription,
  SUBSCRIPTION,
  VISA,
} from './support/billing';
import { CONFIG, enterCard, mockCheckout } from './support/checkout';
import { deferred } from './support/deferred';
import { network } from './support/network';
import { errorResponse } from './support/responses';
import { button, currentPath, findToast, fullText, region, visit } from './support/site';
import { stripeMock } from './support/stripe-script';

const BILLING = '/account/billing';

beforeEach(() => {
  signInSubscriber();
  mockCheckout();
});

describe('an overdue payment', () => {
  it('shows the reason, the next attempt and the end of access, and is paid', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    network.on(PAY, () => {
      mockSubscription(subscription());
      return { body: { status: 'paid' } };
    });
    const { user } = visit(BILLING);
    const alert = await region('Your payment didn’t go through');
    expect(alert.getByText(fullText(/We couldn’t collect \$49/))).toHaveTextContent(
      'Your card has insufficient funds.',
    );
    expect(alert.getByText(/We’ll try again on/)).toHaveTextContent('Dec 23, 2026');
    expect(alert.getByText(/You’ll keep your access at least until/)).toHaveTextContent(
      dateAndTime('2026-12-23T10:00:00.000Z'),
    );
    expect(alert.getAllByRole('button')).toHaveLength(1);
    await user.click(alert.getByRole('button', { name: 'Pay $49' }));
    expect(await findToast('Payment received')).toBe('Thanks! Your plan is active.');
    expect(screen.queryByRole('region', { name: 'Your payment didn’t go through' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your plan' })).toHaveFocus());
    expect(network.calls(CONFIG)).toHaveLength(0);
  });

  it('that is paid is not called active until the plan is', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    network.on(PAY, () => {
      network.on(`GET ${SUBSCRIPTION}`, () => {
        // The page has waited long enough.
        jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
        const trial = { status: 'none', endsAt: null };
        return { body: { subscription: { ...pastDue('insufficient_funds'), pastDue: null }, trial } };
      });
      return { body: { status: 'paid' } };
    });
    const { user } = visit(BILLING);
    await user.click(await button('Pay $49'));
    const plan = await region('Your plan');
    expect(await plan.findByText('We’re updating your plan')).toBeVisible();
    expect(plan.getByText('Updating')).toBeVisible();
    expect(await findToast('Payment received')).toBe('Thanks! We’re updating your plan.');
    mockSubscription(subscription());
    expect(await plan.findByText('Active')).toBeVisible();
    expect(plan.queryByText('We’re updating your plan')).toBeNull();
  });

  it('asks for another card when the payment is declined, and pays with it', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    network.on(PAY, errorResponse(402, 'payment_declined', 'No.', { reason: 'expired_card' }));
    mockNewCard();
    const { user } = visit(BILLING);
    await user.click(await button('Pay $49'));
    expect(await screen.findByText(/^Your card has expired\./)).toHaveTextContent('Use a different card');
    await screen.findByLabelText('Card number');
    await enterCard(user);
    network.on(`POST ${CARDS}/pm_new/default`, () => {
      mockSubscription(subscription({ paymentMethod: MASTERCARD }));
      return { status: 204 };
    });
    await user.click(await button('Pay $49'));
    await findToast('Payment received');
    expect(stripeMock.setupSecrets).toEqual(['seti_1_secret_1']);
    expect(network.calls(PAY)).toHaveLength(1);
  });

  it('is paid with another saved card, and shows one card form at a time', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    mockCards(
      { ...VISA, isDefault: true },
      { ...MASTERCARD, isDefault: false },
      { ...MASTERCARD, id: 'pm_expired', last4: '5100', expYear: 2020, isDefault: false },
    );
    const { user } = visit(BILLING);
    const alert = await region('Your payment didn’t go through');
    // Choosing it there would charge it, too.
    expect(
      await screen.findByText('The card you use to pay the overdue amount becomes your default card.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Make default/ })).toBeNull();
    await user.click(await button('Add a card'));
    expect(await alert.findByLabelText('Card number')).toBeVisible();
    expect(alert.getByRole('heading', { name: 'Pay with a new card' })).toHaveFocus();
    expect(screen.getAllByRole('form', { name: 'New card' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Add a card' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull();

    network.on(`POST ${CARDS}/pm_new/default`, () => {
      mockSubscription(subscription({ paymentMethod: MASTERCARD }));
      return { status: 204 };
    });
    expect(alert.queryByText('Mastercard ending in 5100')).toBeNull();
    await user.click(await button('Pay $49 with Mastercard ending in 4444'));
    await findToast('Payment received');
    expect(network.calls(`POST ${CARDS}/pm_new/default`)).toHaveLength(1);
    expect(network.calls(PAY)).toHaveLength(0);
    expect(await button('Add a card')).toBeVisible();
  });

  it('is confirmed with the bank', async () => {
    mockSubscription(pastDue('authentication_required'));
    network.on(PAY, { body: { status: 'requires_action', clientSecret: 'pi_2_secret_1' } });
    stripeMock.handleNextAction = () => ({ error: { message: 'Your bank rejected it.' } });
    const { user } = visit(BILLING);
    await region('Your bank needs you to confirm a payment');
    await user.click(await button('Confirm payment'));
    expect(await screen.findByText('Your bank rejected it.')).toBeVisible();
    await waitFor(async () => expect(await button('Confirm payment')).toHaveFocus());
    stripeMock.handleNextAction = () => {
      mockSubscription(subscription());
      return { paymentIntent: { status: 'succeeded' } };
    };
    await user.click(await button('Confirm payment'));
    await findToast('Payment received');
    expect(stripeMock.actionSecrets).toEqual(['pi_2_secret_1', 'pi_2_secret_1']);
  });

  it('may have been paid before the emailed link is opened', async () => {
    visit(`${BILLING}?do=pay`);
    expect(await screen.findByText('There’s nothing to pay')).toBeVisible();
  });
});

describe('cards', () => {
  it('are added, declined ones with the reason at the field', async () => {
    mockNewCard();
    stripeMock.setUp = () => ({ error: { message: 'Your card was declined.' } });
    const { user } = visit(`${BILLING}?do=card`);
    await screen.findByLabelText('Card number');
    await user.click(await button('Save card'));
    expect(await screen.findByText('Enter your card details.')).toBeVisible();
    expect(network.calls(SETUP)).toHaveLength(0);
    await enterCard(user);
    await user.click(await button('Save card'));
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    stripeMock.setUp = () => ({ setupIntent: { status: 'succeeded', payment_method: 'pm_new' } });
    await user.click(await button('Save card'));
    await findToast('Card added');
    expect(network.calls(SETUP)).toHaveLength(1);
    const cards = within(await screen.findByRole('list', { name: 'Cards' })).getAllByRole('listitem');
    expect(cards[0]).toHaveTextContent('Mastercard ending in 4444DefaultExpires 01/2035');
    expect(currentPath()).toBe(BILLING);
  });

  it('are added without going back to a page that the customer has left', async () => {
    mockNewCard();
    stripeMock.setUp = () => ({ setupIntent: { status: 'succeeded', payment_method: 'pm_new' } });
    const { user } = visit(`${BILLING}?do=card`);
    await screen.findByLabelText('Card number');
    await enterCard(user);
    const reloaded = deferred<{ body: unknown }>();
    network.on(`GET ${SUBSCRIPTION}`, () => reloaded.promise);
    await user.click(await button('Save card'));
    await findToast('Card added');
    const navigation = within(screen.getByRole('navigation', { name: 'Account' }));
    await user.click(navigation.getByRole('link', { name: 'Overview' }));
    expect(await screen.findByText('Visa ending in 4242')).toBeVisible();

    const updated = subscription({ paymentMethod: MASTERCARD });
    reloaded.resolve({ body: { subscription: updated, trial: { status: 'none', endsAt: null } } });
    expect(await screen.findByText('Mastercard ending in 4444')).toBeVisible();
    expect(currentPath()).toBe('/account');
  });

  it('are made default and removed, but not the last one of a running plan', async () => {
    mockCards({ ...VISA, isDefault: true }, { ...MASTERCARD, expYear: 2020, isDefault: false });
    network.on(`POST ${CARDS}/pm_new/default`, () => {
      mockCards({ ...VISA, isDefault: false }, { ...MASTERCARD, isDefault: true });
      return { status: 204 };
    });
    network.on(`DELETE ${CARDS}/pm_visa`, () => {
      mockCards({ ...MASTERCARD, isDefault: true });
      return { status: 204 };
    });
    const { user } = visit(BILLING);
    expect(await screen.findByText('Expired')).toBeVisible();
    await user.click(await button('Make default Mastercard ending in 4444'));
    expect(await findToast('Default card changed')).toBe('We’ll charge your Mastercard ending in 4444.');
    await user.click(await button('Remove Visa ending in 4242'));
    await user.click(await button('Remove card'));
    await findToast('Card removed');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull());
    expect(screen.getByText(/To replace your card, add another one first/)).toBeVisible();
  });
});
