import { screen, waitFor, within } from '@testing-library/react';
import {
  CARDS,
  invoice,
  MASTERCARD,
  mockCards,
  mockSubscription,
  pastDue,
  signInSubscriber,
  subscription,
  SUBSCRIPTION,
  UPGRADE_QUOTE,
  mockInvoices,
  VISA,
} from './support/billing';
import { enterCard, mockCheckout } from './support/checkout';
import { network } from './support/network';
import { errorResponse } from './support/responses';
import { button, currentPath, findToast, fullText, visit } from './support/site';
import { stripeMock } from './support/stripe-script';

const QUOTES = `POST ${SUBSCRIPTION}/quotes`;
const CHANGES = `POST ${SUBSCRIPTION}/changes`;
const UPGRADE = '/account/billing/change?plan=growth&interval=month';
const GROWTH = subscription({ plan: 'growth', amountCents: 9900, userLimit: 10 });

const mockQuote = (overrides: object = {}) =>
  network.on(QUOTES, { status: 201, body: { ...UPGRADE_QUOTE, ...overrides } });
const getLine = (label: string) => screen.getByText(label).closest('.leader');

beforeEach(() => {
  signInSubscriber();
  mockCheckout();
  mockQuote();
});

describe('changing the plan', () => {
  it('shows the quote line by line for the chosen plan, and what is paid later', async () => {
    const { user } = visit('/account/billing/change');
    expect(await screen.findByText(/This is your current plan/)).toBeVisible();
    expect(network.calls(QUOTES)).toHaveLength(0);
    await user.click(screen.getByRole('radio', { name: /^Growth/ }));
    expect(await button('Pay $25 and switch')).toBeVisible();
    expect(getLine('Unused time on Team')).toHaveTextContent('−$24.50');
    expect(getLine('Due now')).toHaveTextContent('$25');
    expect(screen.getByText(/^Then/)).toHaveTextContent(
      'Then $99 per month, starting Dec 20, 2026, until you cancel.',
    );
    expect(screen.getByText(/We’ll charge your Visa ending in 4242/)).toBeVisible();
    expect(screen.getByText(fullText('Growth, monthly: $25 due now'))).toHaveRole('status');
    expect(currentPath()).toBe(UPGRADE);
    expect(network.calls(QUOTES)[0]?.body).toEqual({ plan: 'growth', interval: 'month' });
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    expect(screen.getByText('Current plan, monthly')).toBeVisible();
    await waitFor(() => expect(network.calls(QUOTES)).toHaveLength(2));
    expect(await screen.findByText(/^Then/)).toHaveTextContent('Then $999 per year, starting Dec 5, 2027');
  });

  it('asks the bank, and starts over if it says no', async () => {
    network.on(CHANGES, { body: { status: 'requires_action', clientSecret: 'pi_3_secret_1' } });
    stripeMock.handleNextAction = () => ({ error: { message: 'Your bank rejected it.' } });
    const { user } = visit(UPGRADE);
    await user.click(await button('Pay $25 and switch'));
    expect(await screen.findByText('Your bank rejected it. You weren’t charged.')).toBeVisible();
    expect(network.calls(QUOTES)).toHaveLength(2);
    stripeMock.handleNextAction = () => {
      mockSubscription(GROWTH);
      return { paymentIntent: { status: 'succeeded' } };
    };
    await user.click(await button('Pay $25 and switch'));
    expect(await screen.findByRole('heading', { name: 'You’re on the Growth plan' })).toHaveFocus();
    expect(getLine('Paid today')).toHaveTextContent('$25');
    expect(network.calls(CHANGES)[0]?.body).toEqual({ quoteId: UPGRADE_QUOTE.id });
    expect(stripeMock.actionSecrets).toEqual(['pi_3_secret_1', 'pi_3_secret_1']);
  });

  it.each([
    ['quote_changed', 'The price has changed, so you weren’t charged.'],
    ['quote_expired', 'This quote has expired.'],
  ])('shows the new price on %s, to be confirmed again', async (code, message) => {
    network.on(CHANGES, () => {
      mockQuote({ id: 'new', dueNowCents: 2600 });
      return errorResponse(409, code, message);
    });
    const { user } = visit(UPGRADE);
    await user.click(await button('Pay $25 and switch'));
    expect(await screen.findByText('Please review the change')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(await button('Pay $26 and switch')).toBeEnabled();
  });

  it('keeps the plan when the card is declined, and gets a new quote', async () => {
    network.on(CHANGES, errorResponse(402, 'payment_declined', 'Your card was declined.'));
    const { user } = visit(UPGRADE);
    const pay = await button('Pay $25 and switch');
    network.on(QUOTES, async () => {
      await waitFor(() => expect(pay).not.toBeInTheDocument());
      return { status: 201, body: UPGRADE_QUOTE };
    });
    await user.click(pay);
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    expect(screen.getByRole('link', { name: 'Use a different card' })).toBeVisible();
    await waitFor(() => expect(network.calls(QUOTES)).toHaveLength(2));
  });

  const effectiveAt = '2026-12-20T10:00:00.000Z';
  const SCHEDULED = subscription({
    pendingChange: { kind: 'plan_change', plan: 'growth', interval: 'month', effectiveAt },
  });
  const changedElsewhere = (reason: string, current: typeof SCHEDULED) => () => {
    mockSubscription(current);
    return errorResponse(409, 'change_not_possible', 'Not possible.', { reason });
  };

  it.each([
    [
      'no_change',
      GROWTH,
      /This is your current plan/,
      'You’re already on this plan',
      'Your plan is Growth, billed monthly. You weren’t charged again.',
    ],
    [
      'already_scheduled',
      SCHEDULED,
      'This change is already scheduled.',
      'This change is already scheduled',
      'You’ll switch to Growth, billed monthly.',
    ],
  ])(
    'shows the plan instead of confirming a change that another tab made: %s',
    async (reason, current, note, title, text) => {
      network.on(CHANGES, changedElsewhere(reason, current));
      const { user } = visit(UPGRADE);
      await user.click(await button('Pay $25 and switch'));
      expect(await findToast(title)).toBe(text);
      expect(await screen.findByText(note)).toBeVisible();
      expect(screen.queryByText('Your plan wasn’t changed')).not.toBeInTheDocument();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('shows the plan instead of a price if another tab scheduled the change', async () => {
    network.on(QUOTES, changedElsewhere('already_scheduled', SCHEDULED));
    visit(UPGRADE);
    expect(await screen.findByText('This change is already scheduled.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(network.calls(QUOTES)).toHaveLength(1);
  });

  it('shows why there is no price, and tries again', async () => {
    network.on(QUOTES, errorResponse(503, 'payment_provider_unavailable', 'Down.'));
    const { user } = visit(UPGRADE);
    expect(await screen.findByText('The price couldn’t be loaded')).toBeVisible();
    const message = 'Your last change is still being processed.';
    network.on(QUOTES, errorResponse(409, 'change_not_possible', message, { reason: 'in_progress' }));
    await user.click(await button('Try again'));
    expect(await screen.findByText('You can’t make this change right now')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    mockQuote();
    await user.click(await button('Try again'));
    expect(await button('Pay $25 and switch')).toBeVisible();
  });

  it('does not claim that nothing changed when the connection is lost', async () => {
    network.on(CHANGES, 'offline');
    const { user } = visit(UPGRADE);
    await user.click(await button('Pay $25 and switch'));
    expect(await screen.findByText('We couldn’t confirm the result')).toBeVisible();
    expect(screen.queryByText('Your plan wasn’t changed')).not.toBeInTheDocument();
  });

  it.each([
    ['a new card is saved', 'Save card'],
    ['another saved card is made the default', 'Make default Mastercard ending in 4444'],
  ])('continues with the same choice when %s', async (_, name) => {
    mockCards({ ...VISA, isDefault: true }, { ...MASTERCARD, isDefault: false });
    network.on(`POST ${CARDS}/setup`, { status: 201, body: { clientSecret: 'seti_1_secret_1' } });
    network.on(`POST ${CARDS}/pm_new/default`, () => {
      mockSubscription(subscription({ paymentMethod: MASTERCARD }));
      mockQuote({ paymentMethod: MASTERCARD });
      return { status: 204 };
    });
    const { user } = visit(UPGRADE);
    await user.click(await screen.findByRole('link', { name: 'Use a different card' }));
    await screen.findByLabelText('Card number');
    await enterCard(user);
    await user.click(await button(name));
    expect(await screen.findByText(/We’ll charge your Mastercard ending in 4444/)).toBeVisible();
    expect(currentPath()).toBe(UPGRADE);
    expect(await button('Pay $25 and switch')).toBeEnabled();
  });

  it.each([
    ['plan=//evil.example&interval=month', '/account/billing'],
    ['plan=growth&interval=month', UPGRADE],
  ])('returns from the card form only to a known choice: %s', async (choice, path) => {
    const { user } = visit(`/account/billing?do=card&${choice}`);
    await screen.findByLabelText('Card number');
    await user.click(await button('Cancel'));
    await waitFor(() => expect(currentPath()).toBe(path));
  });

  it('keeps the plan whose change is scheduled', async () => {
    const pendingChange = { kind: 'plan_change', plan: 'team', interval: 'month', effectiveAt } as const;
    mockSubscription({ ...GROWTH, pendingChange });
    network.on(`DELETE ${SUBSCRIPTION}/changes/pending`, () => {
      mockSubscription(GROWTH);
      return { status: 204 };
    });
    const { user } = visit('/account/billing/change');
    await user.click(await button('Keep Growth'));
    expect(await findToast('Change undone')).toBe('You’ll stay on the Growth plan.');
    const note = (await screen.findByText(/^This is your current plan/)).parentElement!;
    await waitFor(() => expect(note).toHaveFocus());
    expect(within(note).queryByRole('button')).toBeNull();
  });

  it('says that an earlier upgrade is not confirmed', async () => {
    const open = invoice({ status: 'open', planChange: { plan: 'growth', interval: 'year' } });
    mockInvoices(open);
    visit('/account/billing/change');
    expect(await screen.findByText(/^Change to Growth, billed yearly/)).toHaveTextContent(
      'within 24 hours, and you won’t be charged. Confirming a change here replaces it.',
    );
  });

  it('names the billing periods if only they change', async () => {
    mockSubscription(subscription({ interval: 'year' }));
    mockQuote({ lines: [], dueNowCents: 0, effectiveAt: '2026-12-20T10:00:00.000Z' });
    visit('/account/billing/change?plan=team&interval=month');
    expect(await screen.findByText(/already paid for/)).toHaveTextContent(
      'You’ll keep yearly billing, which you’ve already paid for, until monthly billing starts on Dec 20, 2026.',
    );
  });

  it.each([
    ['no plan', null, 'You don’t have a plan to change', '/pricing'],
    ['an overdue payment', pastDue('expired_card'), 'Pay your open invoice first', '/account/billing?do=pay'],
    [
      'a cancellation',
      subscription({ cancelAt: effectiveAt, nextCharge: null }),
      'Your plan is set to end',
      '/account/billing',
    ],
  ])('is not offered with %s', async (_, view, title, path) => {
    mockSubscription(view);
    visit(UPGRADE);
    const notice = (await screen.findByText(title)).parentElement!;
    expect(notice.querySelector('a')).toHaveAttribute('href', path);
    expect(network.calls(QUOTES)).toHaveLength(0);
  });
});
