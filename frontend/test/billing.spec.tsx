import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  CARDS,
  CORRECTIONS,
  DETAILS,
  ENDED,
  MASTERCARD,
  mockCards,
  mockSubscription,
  NO_DETAILS,
  pastDue,
  signInSubscriber,
  subscription,
  SUBSCRIPTION,
  invoice,
  INVOICES,
  mockInvoices,
  OPEN_INVOICE,
  VISA,
} from './support/billing';
import { CONFIG, enterCard, mockCheckout } from './support/checkout';
import { deferred } from './support/deferred';
import { mockAccount } from './support/account';
import { network } from './support/network';
import { errorResponse } from './support/responses';
import { currentPath, findToast, fullText, visit } from './support/site';
import { stripeMock } from './support/stripe-script';

const SETUP = `POST ${CARDS}/setup`;
const PAY = `POST ${INVOICES}/in_2/pay`;
const BILLING = '/account/billing';
const PAID_INVOICE = invoice({ ...OPEN_INVOICE, status: 'paid', payable: false, amountPaidCents: 4900 });

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const button = (name: string) => screen.findByRole('button', { name });

/** In the user's time zone, with plain spaces. */
const dateAndTime = (at: string) =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }).replace(/\s/g, ' ');
const ENDS_AT = '2026-12-20T10:00:00.000Z';
const ENDS = dateAndTime(ENDS_AT);

/** A new card becomes the default, as on the server. */
function mockNewCard(): void {
  network.on(SETUP, { status: 201, body: { clientSecret: 'seti_1_secret_1' } });
  network.on(`POST ${CARDS}/pm_new/default`, () => {
    mockCards({ ...MASTERCARD, isDefault: true }, { ...VISA, isDefault: false });
    return { status: 204 };
  });
}

beforeEach(() => {
  signInSubscriber();
  mockCheckout();
});

describe('the account overview', () => {
  it('shows plan, next charge, latest invoices and security', async () => {
    visit('/account');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
    expect(await screen.findByText(/^Next charge:/)).toHaveTextContent('Next charge: $49 on Dec 20, 2026');
    expect(screen.getByText('Visa ending in 4242')).toBeVisible();
    expect(await screen.findByText('Paid')).toBeVisible();
    const navigation = within(screen.getByRole('navigation', { name: 'Account' }));
    expect(navigation.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    for (const [name, path] of [
      ['Billing', BILLING],
      ['Invoices', '/account/invoices'],
      ['Security', '/account/security'],
    ] as const) {
      expect(navigation.getByRole('link', { name })).toHaveAttribute('href', path);
      expect(navigation.getByRole('link', { name })).not.toHaveAttribute('aria-current');
    }
  });

  it('shows an email address that was changed on another device', async () => {
    mockAccount({ email: 'ada.new@example.com' });
    visit('/account');
    expect(await screen.findByText('ada.new@example.com')).toBeVisible();
  });

  it('says which change is scheduled', async () => {
    const effectiveAt = '2026-12-20T10:00:00.000Z';
    const pendingChange = { kind: 'plan_change', plan: 'team', interval: 'month', effectiveAt } as const;
    mockSubscription(subscription({ plan: 'growth', amountCents: 9900, pendingChange }));
    visit('/account');
    expect(await screen.findByText(/You’ll switch to/)).toHaveTextContent(
      'You’ll switch to Team, billed monthly, on Dec 20, 2026.',
    );
  });

  it('leads to an overdue payment', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    visit('/account');
    expect(await screen.findByRole('link', { name: 'Fix payment' })).toHaveAttribute(
      'href',
      `${BILLING}?do=pay`,
    );
  });

  it('shows what could not be loaded, and the rest', async () => {
    network.on(`GET ${SUBSCRIPTION}`, errorResponse(429, 'rate_limited', 'Too many requests.'));
    const { keyboard } = visit('/account');
    expect(await screen.findByText('Your plan couldn’t be loaded')).toBeVisible();
    expect(await screen.findByText('Paid')).toBeVisible();
    mockSubscription(null, { status: 'trialing', endsAt: '2026-12-04T10:00:00.000Z' });
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Your free trial ends on/)).toHaveTextContent('Dec 4, 2026');
  });
});

describe('an account that is scheduled for deletion', () => {
  const DELETION_AT = '2026-12-07T10:00:00.000Z';

  it.each([
    ['/account', 'running', subscription({ cancelAt: DELETION_AT, nextCharge: null })],
    [BILLING, 'running', subscription({ cancelAt: DELETION_AT, nextCharge: null })],
    [BILLING, 'ended', ENDED],
    [`${BILLING}/change`, 'running', subscription({ cancelAt: DELETION_AT, nextCharge: null })],
  ])('can only be kept on %s, with a plan that is %s', async (path, state, view) => {
    mockSubscription(view, undefined, DELETION_AT);
    const { keyboard } = visit(path);
    expect(await screen.findByText('Your account is scheduled for deletion')).toBeVisible();
    const text = document.body.textContent!;
    expect(text).toMatch(/everything in it on Dec 7, 2026/);
    expect(/You can use Team until Dec 7, 2026/.test(text)).toBe(state === 'running');
    expect(text).not.toMatch(/keep your data|set to end/i);
    for (const name of ['Resume plan', 'Change plan', 'Cancel plan', 'Choose a plan'])
      expect(screen.queryByText(name)).toBeNull();
    network.on('DELETE /api/account/v1/deletion', () => {
      mockSubscription(subscription());
      return { status: 204 };
    });
    await keyboard.click(await button('Keep my account'));
    expect(await findToast('You’re keeping your account')).toBe('We won’t delete anything.');
    await waitFor(() => expect(screen.queryByText('Your account is scheduled for deletion')).toBeNull());
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});

describe('the plan', () => {
  it('shows price, renewal date, next charge, users and card', async () => {
    visit(BILLING);
    const plan = await region('Your plan');
    expect(plan.getByText(fullText('$49 per month'))).toBeVisible();
    expect(plan.getByText('Up to 3')).toBeVisible();
    expect(plan.getByText('Dec 20, 2026')).toBeVisible();
    expect(plan.getByText('Visa ending in 4242')).toBeVisible();
    expect(plan.getByText('Next charge').nextElementSibling).toHaveTextContent('$49');
    expect(plan.getByRole('link', { name: 'Change plan' })).toHaveAttribute('href', `${BILLING}/change`);
    expect(screen.queryByRole('button', { name: 'Get a refund' })).toBeNull();
  });

  it('is updated while the page is open', async () => {
    mockSubscription(subscription({ status: 'incomplete', nextCharge: null, paymentMethod: null }));
    visit(BILLING);
    expect(await screen.findByText('We’re setting up your plan')).toBeVisible();
    const cardsBefore = network.calls(`GET ${CARDS}`).length;
    mockSubscription(subscription());
    expect(await screen.findByRole('link', { name: 'Change plan' })).toBeVisible();
    expect(screen.queryByText('We’re setting up your plan')).toBeNull();
    await waitFor(() => expect(network.calls(`GET ${CARDS}`).length).toBeGreaterThan(cardsBefore));
  });

  it('keeps a scheduled change that is undone', async () => {
    mockSubscription(
      subscription({
        plan: 'growth',
        pendingChange: {
          kind: 'plan_change',
          plan: 'team',
          interval: 'year',
          effectiveAt: '2026-12-20T10:00:00.000Z',
        },
      }),
    );
    network.on(`DELETE ${SUBSCRIPTION}/changes/pending`, () => {
      mockSubscription(subscription({ plan: 'growth' }));
      return { status: 204 };
    });
    const { keyboard } = visit(BILLING);
    expect(await screen.findByText(/You’ll switch to Team, billed yearly/)).toHaveTextContent(
      'on Dec 20, 2026. Until then, you’ll keep Growth.',
    );
    await keyboard.click(await button('Undo change'));
    expect(await findToast('Change undone')).toBe('You’ll stay on the Growth plan.');
    expect(screen.queryByText(/You’ll switch to/)).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your plan' })).toHaveFocus());
  });

  it('says when a plan with a scheduled change changes, not that it renews', async () => {
    const effectiveAt = '2026-12-20T10:00:00.000Z';
    const pendingChange = { kind: 'plan_change', plan: 'team', interval: 'month', effectiveAt } as const;
    mockSubscription(subscription({ interval: 'year', pendingChange }));
    visit(BILLING);
    const plan = await region('Your plan');
    expect(plan.getByText('Changes').nextElementSibling).toHaveTextContent('Dec 20, 2026');
    expect(plan.queryByText('Renews')).toBeNull();
    expect(plan.getByText(/You’ll switch to Team, billed monthly/)).toHaveTextContent(
      'Until then, you’ll keep yearly billing.',
    );
  });

  it.each([
    [
      'ended',
      ENDED,
      undefined,
      'Your Team plan has ended',
      'It ended on Dec 20, 2026. We’ll keep your data until Jan 19, 2027',
    ],
    [
      'a plan that ended long ago',
      { ...ENDED, dataKeptUntil: null },
      undefined,
      'Your Team plan has ended',
      'It ended on Dec 20, 2026. We kept your data for 30 days, then deleted it.',
    ],
    [
      'a plan that ended because of a dispute',
      { ...ENDED, endedByDispute: true },
      undefined,
      'Your Team plan has ended',
      'It ended on Dec 20, 2026 because your bank reversed your payment.',
    ],
    [
      'a free trial',
      null,
      { status: 'trialing', endsAt: '2026-12-04T10:00:00.000Z' },
      'You’re on a free trial',
      'It ends on Dec 4, 2026',
    ],
    [
      'an ended trial',
      null,
      { status: 'trial_ended', endsAt: '2026-12-04T10:00:00.000Z' },
      'Your free trial has ended',
      'It ended on Dec 4, 2026',
    ],
    ['none', null, undefined, 'You don’t have a plan yet', 'money-back guarantee'],
  ])('if there is %s, another can be chosen', async (_, view, trial, title, text) => {
    mockSubscription(view, trial);
    visit(BILLING);
    expect((await screen.findByText(title)).parentElement).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
  });

  it.each([
    [BILLING, subscription({ cancelAt: ENDS_AT, nextCharge: null }), `Access until${ENDS}`],
    ['/account', subscription({ cancelAt: ENDS_AT, nextCharge: null }), `Ends on ${ENDS}`],
    [
      BILLING,
      pastDue('insufficient_funds'),
      `access at least until ${dateAndTime('2026-12-23T10:00:00.000Z')}`,
    ],
    [BILLING, null, `It ends on ${ENDS}`],
    ['/account', null, `Your free trial ends on ${ENDS}`],
  ])('on %s shows at which time access ends', async (path, view, text) => {
    mockSubscription(view, { status: 'trialing', endsAt: ENDS_AT });
    visit(path);
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(text));
  });

  it('shows why it could not be loaded, and loads it again', async () => {
    network.on(`GET ${SUBSCRIPTION}`, errorResponse(429, 'rate_limited', 'Too many requests.'));
    const { keyboard } = visit(BILLING);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
    mockSubscription(subscription());
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(fullText('$49 per month'))).toBeVisible();
  });
});

describe('canceling', () => {
  it('takes two steps, says what is kept until when, and asks why afterward', async () => {
    network.on(`POST ${SUBSCRIPTION}/cancellation`, () => {
      mockSubscription(subscription({ cancelAt: '2026-12-20T10:00:00.000Z', nextCharge: null }));
      return { body: { cancelAt: '2026-12-20T10:00:00.000Z' } };
    });
    network.on(`PUT ${SUBSCRIPTION}/cancellation/feedback`, { status: 204 });
    network.on(`DELETE ${SUBSCRIPTION}/cancellation`, () => {
      mockSubscription(subscription());
      return { status: 204 };
    });
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Cancel plan'));
    const question = await dialog('Cancel your Team plan?');
    expect(question.getByText(/You’ll keep Team until/)).toHaveTextContent(/until Dec 20, 2026, \d+:00/);
    expect(question.getByText(/We’ll keep your data until/)).toHaveTextContent('until Jan 19, 2027');
    expect(network.calls(`POST ${SUBSCRIPTION}/cancellation`)).toHaveLength(0);
    await keyboard.click(question.getByRole('button', { name: 'Cancel plan' }));

    const survey = await dialog('Your plan is canceled');
    expect(survey.getByText(/You can use Team until/)).toHaveTextContent(ENDS);
    await keyboard.click(survey.getByRole('button', { name: 'Send feedback' }));
    expect(await survey.findByText('Choose a reason.')).toBeVisible();
    await keyboard.click(survey.getByRole('radio', { name: 'I don’t use it enough' }));
    await keyboard.type(survey.getByLabelText('Anything else? (optional)'), ' One project. ');
    await keyboard.click(survey.getByRole('button', { name: 'Send feedback' }));
    await findToast('Thanks for your feedback');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your plan' })).toHaveFocus());
    expect(network.calls(`PUT ${SUBSCRIPTION}/cancellation/feedback`)[0]?.body).toEqual({
      reason: 'unused',
      comment: 'One project.',
    });
    expect(await screen.findByText(/You can use Team until/)).toHaveTextContent(/until Dec 20, 2026, \d+:00/);

    await keyboard.click(await button('Resume plan'));
    await findToast('Plan resumed');
    expect(await button('Cancel plan')).toBeVisible();
  });

  it('says that an overdue invoice will not be charged', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Cancel plan'));
    const question = await dialog('Cancel your Team plan?');
    expect(question.getByText(/ends right away/)).toHaveTextContent(
      'won’t have to pay the open invoice of $49',
    );
  });

  it('offers a refund while the guarantee applies, and shows why it was rejected', async () => {
    mockSubscription(subscription({ refundableUntil: '2026-12-20T10:00:00.000Z' }));
    const refund = `POST ${SUBSCRIPTION}/refund`;
    network.on(refund, errorResponse(409, 'not_refundable', 'The guarantee can be used once per person.'));
    network.on(`GET ${SUBSCRIPTION}/refund`, () => ({
      body: { amountCents: 14_850, currency: 'usd', card: { brand: 'visa', last4: '4242' } },
    }));
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Cancel plan'));
    await keyboard.click(await button('get your money back instead'));
    const question = await dialog('Get your money back?');
    expect(await question.findByText('$148.50')).toBeVisible();
    expect(question.getByText(/to your Visa ending in 4242/)).toBeVisible();
    await keyboard.click(question.getByRole('button', { name: 'Refund and end plan' }));
    expect(await question.findByText('The guarantee can be used once per person.')).toBeVisible();
    network.on(refund, { body: { refundId: 'r1', status: 'failed' } });
    await keyboard.click(question.getByRole('button', { name: 'Refund and end plan' }));
    expect(await question.findByText(/so your plan continues/)).toBeVisible();
    network.on(refund, () => {
      mockSubscription({ ...ENDED, status: 'refunded' });
      return { body: { refundId: 'r1', status: 'succeeded' } };
    });
    await keyboard.click(question.getByRole('button', { name: 'Refund and end plan' }));
    expect(await findToast('Refund requested')).toMatch(/your plan has ended/);
    expect(await screen.findByText(/and you got a refund/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your plan' })).toHaveFocus());
  });

  it('is up to date once a question is closed, in case another tab ended it', async () => {
    mockSubscription(subscription());
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Cancel plan'));
    const question = await dialog('Cancel your Team plan?');
    mockSubscription(ENDED);
    await keyboard.click(question.getByRole('button', { name: 'Keep plan' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull());
  });

  it('does not say that the plan has ended while a refund is being processed', async () => {
    mockSubscription(subscription({ refundableUntil: '2026-12-20T10:00:00.000Z' }));
    network.on(`GET ${SUBSCRIPTION}/refund`, { body: { amountCents: 4900, currency: 'usd', card: null } });
    network.on(`POST ${SUBSCRIPTION}/refund`, { body: { refundId: 'r1', status: 'pending' } });
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Get a refund'));
    const question = await dialog('Get your money back?');
    await keyboard.click(question.getByRole('button', { name: 'Refund and end plan' }));
    const toast = await findToast('Refund requested');
    expect(toast).toContain('we’ll email you');
    expect(toast).not.toContain('has ended');
  });
});

describe('a plan that has ended', () => {
  it('is not said to continue or to end if its refund fails or takes time', async () => {
    mockSubscription({ ...ENDED, refundableUntil: '2026-12-20T10:00:00.000Z' });
    const refund = `POST ${SUBSCRIPTION}/refund`;
    network.on(`GET ${SUBSCRIPTION}/refund`, { body: { amountCents: 4900, currency: 'usd', card: null } });
    network.on(refund, { body: { refundId: 'r1', status: 'failed' } });
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Get a refund'));
    const question = await dialog('Get your money back?');
    await keyboard.click(question.getByRole('button', { name: 'Get a refund' }));
    expect(await question.findByText(/wasn’t accepted/)).not.toHaveTextContent('continues');
    network.on(refund, { body: { refundId: 'r1', status: 'pending' } });
    await keyboard.click(question.getByRole('button', { name: 'Get a refund' }));
    expect(await findToast('Refund requested')).not.toContain('Your plan ends');
  });

  it('is still refunded while the guarantee applies', async () => {
    mockSubscription({ ...ENDED, refundableUntil: '2026-12-20T10:00:00.000Z' });
    const refund = `POST ${SUBSCRIPTION}/refund`;
    network.on(`GET ${SUBSCRIPTION}/refund`, () => ({
      body: { amountCents: 4900, currency: 'usd', card: null },
    }));
    network.on(refund, () => {
      mockSubscription(ENDED);
      return { body: { refundId: 'r1', status: 'succeeded' } };
    });
    const { keyboard } = visit(BILLING);
    const guarantee = await region('Money-back guarantee');
    expect(guarantee.getByText(/You can still get your money back until/)).toBeVisible();
    expect(guarantee.queryByRole('button', { name: 'Cancel plan' })).not.toBeInTheDocument();
    await keyboard.click(guarantee.getByRole('button', { name: 'Get a refund' }));
    const question = await dialog('Get your money back?');
    expect(question.queryByText('Your plan ends right away.')).not.toBeInTheDocument();
    await keyboard.click(question.getByRole('button', { name: 'Get a refund' }));
    await findToast('Refund requested');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Money-back guarantee' })).not.toBeInTheDocument(),
    );
    expect(network.calls(refund)).toHaveLength(1);
  });
});

describe('a paused plan', () => {
  it('ends right away when it is canceled', async () => {
    mockSubscription(subscription({ status: 'paused', nextCharge: null }));
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Cancel plan'));
    const question = await dialog('Cancel your Team plan?');
    expect(question.getByText(/ends right away/)).toHaveTextContent('won’t have to pay the open invoice.');
    expect(question.queryByText(/You’ll keep Team until/)).not.toBeInTheDocument();
  });
});

describe('an overdue payment', () => {
  it('shows the reason, the next attempt and the end of access, and is paid', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    network.on(PAY, () => {
      mockSubscription(subscription());
      return { body: { status: 'paid' } };
    });
    const { keyboard } = visit(BILLING);
    const alert = await region('Your payment didn’t go through');
    expect(alert.getByText(fullText(/We couldn’t collect \$49/))).toHaveTextContent(
      'Your card has insufficient funds.',
    );
    expect(alert.getByText(/We’ll try again on/)).toHaveTextContent('Dec 23, 2026');
    expect(alert.getByText(/You’ll keep your access at least until/)).toHaveTextContent('Dec 23, 2026');
    expect(alert.getAllByRole('button')).toHaveLength(1);
    await keyboard.click(alert.getByRole('button', { name: 'Pay $49' }));
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
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Pay $49'));
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
    const { keyboard } = visit(BILLING);
    await keyboard.click(await button('Pay $49'));
    expect(await screen.findByText(/^Your card has expired\./)).toHaveTextContent('Use a different card');
    await screen.findByLabelText('Card number');
    await enterCard(keyboard);
    network.on(`POST ${CARDS}/pm_new/default`, () => {
      mockSubscription(subscription({ paymentMethod: MASTERCARD }));
      return { status: 204 };
    });
    await keyboard.click(await button('Pay $49'));
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
    const { keyboard } = visit(BILLING);
    const alert = await region('Your payment didn’t go through');
    // Choosing it there would charge it, too.
    expect(
      await screen.findByText('The card you use to pay the overdue amount becomes your default card.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Make default/ })).toBeNull();
    await keyboard.click(await button('Add a card'));
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
    await keyboard.click(await button('Pay $49 with Mastercard ending in 4444'));
    await findToast('Payment received');
    expect(network.calls(`POST ${CARDS}/pm_new/default`)).toHaveLength(1);
    expect(network.calls(PAY)).toHaveLength(0);
    expect(await button('Add a card')).toBeVisible();
  });

  it('is confirmed with the bank', async () => {
    mockSubscription(pastDue('authentication_required'));
    network.on(PAY, { body: { status: 'requires_action', clientSecret: 'pi_2_secret_1' } });
    stripeMock.handleNextAction = () => ({ error: { message: 'Your bank rejected it.' } });
    const { keyboard } = visit(BILLING);
    await region('Your bank needs you to confirm a payment');
    await keyboard.click(await button('Confirm payment'));
    expect(await screen.findByText('Your bank rejected it.')).toBeVisible();
    await waitFor(async () => expect(await button('Confirm payment')).toHaveFocus());
    stripeMock.handleNextAction = () => {
      mockSubscription(subscription());
      return { paymentIntent: { status: 'succeeded' } };
    };
    await keyboard.click(await button('Confirm payment'));
    await findToast('Payment received');
    expect(stripeMock.actionSecrets).toEqual(['pi_2_secret_1', 'pi_2_secret_1']);
  });

  it('opens the card form from the emailed link if the card cannot be charged again', async () => {
    mockSubscription(pastDue('expired_card'));
    visit(`${BILLING}?do=pay`);
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your payment didn’t go through' })).toHaveFocus();
    expect(screen.getByText('We can’t charge this card again.')).toBeVisible();
    expect(screen.getByText(/^You’ll keep your access until/)).toHaveTextContent('Dec 23, 2026');
    expect(screen.queryByText(/We’ll try again/)).toBeNull();
  });

  it('may have been paid before the emailed link is opened', async () => {
    visit(`${BILLING}?do=pay`);
    expect(await screen.findByText('There’s nothing to pay')).toBeVisible();
  });
});

describe('cards', () => {
  it('are not charged if the plan will end', async () => {
    mockSubscription(subscription({ cancelAt: ENDS_AT, nextCharge: null }));
    visit(BILLING);
    const section = await region('Payment method');
    expect(section.getByText(/won’t renew, so we won’t charge your cards/)).toBeVisible();
    expect(section.queryByText(/We charge your default card/)).toBeNull();
  });

  it('are added from a link that survives signing in', async () => {
    localStorage.clear();
    visit(`${BILLING}?do=card`);
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Faccount%2Fbilling%3Fdo%3Dcard'));
  });

  it('are added, declined ones with the reason at the field', async () => {
    mockNewCard();
    stripeMock.setUp = () => ({ error: { message: 'Your card was declined.' } });
    const { keyboard } = visit(`${BILLING}?do=card`);
    await screen.findByLabelText('Card number');
    await keyboard.click(await button('Save card'));
    expect(await screen.findByText('Enter your card details.')).toBeVisible();
    expect(network.calls(SETUP)).toHaveLength(0);
    await enterCard(keyboard);
    await keyboard.click(await button('Save card'));
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    stripeMock.setUp = () => ({ setupIntent: { status: 'succeeded', payment_method: 'pm_new' } });
    await keyboard.click(await button('Save card'));
    await findToast('Card added');
    expect(network.calls(SETUP)).toHaveLength(1);
    const cards = within(await screen.findByRole('list', { name: 'Cards' })).getAllByRole('listitem');
    expect(cards[0]).toHaveTextContent('Mastercard ending in 4444DefaultExpires 01/2035');
    expect(currentPath()).toBe(BILLING);
  });

  it('are added without going back to a page that the customer has left', async () => {
    mockNewCard();
    stripeMock.setUp = () => ({ setupIntent: { status: 'succeeded', payment_method: 'pm_new' } });
    const { keyboard } = visit(`${BILLING}?do=card`);
    await screen.findByLabelText('Card number');
    await enterCard(keyboard);
    const reloaded = deferred<{ body: unknown }>();
    network.on(`GET ${SUBSCRIPTION}`, () => reloaded.promise);
    await keyboard.click(await button('Save card'));
    await findToast('Card added');
    const navigation = within(screen.getByRole('navigation', { name: 'Account' }));
    await keyboard.click(navigation.getByRole('link', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

    reloaded.resolve({ body: { subscription: subscription(), trial: { status: 'none', endsAt: null } } });
    await waitFor(() => expect(network.calls(`GET ${SUBSCRIPTION}`)).toHaveLength(2));
    const returned = waitFor(() => expect(currentPath()).toBe(BILLING), { timeout: 1000 });
    await expect(returned).rejects.toThrow('/account/profile');
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
    const { keyboard } = visit(BILLING);
    expect(await screen.findByText('Expired')).toBeVisible();
    await keyboard.click(await button('Make default Mastercard ending in 4444'));
    expect(await findToast('Default card changed')).toBe('We’ll charge your Mastercard ending in 4444.');
    await keyboard.click(await button('Remove Visa ending in 4242'));
    await keyboard.click(await button('Remove card'));
    await findToast('Card removed');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull());
    expect(screen.getByText(/To replace your card, add another one first/)).toBeVisible();
  });
});

describe('invoices', () => {
  it('are shown as disputed, reversed or paid, depending on the dispute', async () => {
    const statuses = ['needs_response', 'under_review', 'lost', 'won', 'warning_closed'];
    const items = statuses.map((disputeStatus) =>
      invoice({ id: disputeStatus, number: disputeStatus, disputeStatus }),
    );
    network.on(`GET ${INVOICES}`, { body: { items, nextCursor: null } });
    visit('/account/invoices');
    await screen.findByText('Reversed');
    const labels = statuses.map((name) => {
      const row = screen.getByRole('row', { name: new RegExp(name) });
      return /Disputed|Reversed|Paid/.exec(row.textContent!)?.[0];
    });
    expect(labels).toEqual(['Disputed', 'Disputed', 'Reversed', 'Paid', 'Paid']);
    expect(screen.getAllByText('Your bank reversed this payment.')).toHaveLength(1);
  });

  it('are listed with their status, page by page, and open ones are paid', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    const creditNote = {
      id: 'cn_1',
      number: 'CN-1',
      amountCents: 4900,
      issuedAt: '2026-11-21T10:00:00.000Z',
    };
    network.on(`GET ${INVOICES}`, ({ query }) => ({
      body: query.get('cursor')
        ? { items: [invoice({ refundedCents: 4900, creditNotes: [creditNote] })], nextCursor: null }
        : { items: [OPEN_INVOICE], nextCursor: 'in_2' },
    }));
    network.on(PAY, () => {
      mockInvoices(PAID_INVOICE);
      mockSubscription(subscription());
      return { body: { status: 'paid' } };
    });
    const { keyboard } = visit('/account/invoices');
    const rows = () => screen.getAllByRole('row').slice(1);
    expect(await screen.findByText('Open')).toBeVisible();
    await keyboard.click(await button('Show older invoices'));
    await screen.findByText('Refunded');
    expect(screen.getByText(fullText('Credit note CN-1, $49'))).toBeVisible();
    expect(rows()).toHaveLength(2);
    await keyboard.click(await button('Pay invoice ADA-0002'));
    await findToast('Payment received');
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Paid'));
  });

  it('are shown as paid after 3-D Secure, even if the subscription is updated before the invoice', async () => {
    mockSubscription(pastDue('authentication_required'));
    mockInvoices(OPEN_INVOICE);
    network.on(PAY, { body: { status: 'requires_action', clientSecret: 'pi_2_secret_1' } });
    stripeMock.handleNextAction = () => {
      mockSubscription(subscription());
      let reads = 0;
      network.on(`GET ${INVOICES}`, () => {
        reads += 1;
        return { body: { items: [reads > 2 ? PAID_INVOICE : OPEN_INVOICE], nextCursor: null } };
      });
      return { paymentIntent: { status: 'succeeded' } };
    };
    const { keyboard } = visit('/account/invoices');
    await keyboard.click(await button('Pay invoice ADA-0002'));
    await findToast('Payment received');
    expect(await screen.findByText('Paid')).toBeVisible();
    expect(screen.queryByText('Open')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pay invoice ADA-0002' })).toBeNull();
  });

  it('are not reported as paid if there is nothing to pay', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    mockInvoices(OPEN_INVOICE);
    const reason = 'plan_ended';
    network.on(PAY, errorResponse(409, 'invoice_not_open', 'Your plan has ended.', { reason }));
    const { keyboard } = visit('/account/invoices');
    await keyboard.click(await button('Pay invoice ADA-0002'));
    expect(await screen.findByText('Your plan has ended.')).toBeVisible();
  });

  it('of a plan change that was not confirmed say so, and cannot be paid', async () => {
    const planChange = { plan: 'growth', interval: 'month' } as const;
    mockInvoices({ ...OPEN_INVOICE, payable: false, planChange });
    visit('/account/invoices');
    expect(await screen.findByText('Unconfirmed')).toBeVisible();
    const links = () => screen.getAllByRole('link', { name: 'Change plan' });
    const restart = `${BILLING}/change?plan=growth&interval=month`;
    expect(screen.getByText(/^Change to Growth, billed monthly\./)).toHaveTextContent(
      'cancel the plan change within 24 hours, and you won’t be charged',
    );
    expect(links()[0]).toHaveAttribute('href', restart);
    expect(screen.queryByRole('button', { name: /^Pay invoice/ })).toBeNull();
  });

  it('of a plan change that was not confirmed are also mentioned on the billing page', async () => {
    const open = invoice({ status: 'open', planChange: { plan: 'growth', interval: 'month' } });
    mockInvoices(open);
    visit(BILLING);
    expect(await screen.findByText('Your upgrade isn’t confirmed')).toBeVisible();
  });

  it.each(['/account', '/account/invoices'])(
    'that were canceled are shown as not charged on %s',
    async (path) => {
      const canceled = invoice({ status: 'void', amountPaidCents: 0, amountDueCents: 93_961 });
      mockInvoices(canceled);
      visit(path);
      expect((await screen.findByText('$939.61')).closest('s')).not.toBeNull();
      expect(screen.getByText(/not charged/i)).toBeVisible();
    },
  );

  it('show an empty state if there are none', async () => {
    mockInvoices();
    visit('/account/invoices');
    expect(await screen.findByText('No invoices yet')).toBeVisible();
  });

  it('are downloaded with their receipts, and corrected', async () => {
    network.on(`GET ${CORRECTIONS}`, { body: { invoiceIds: ['in_1'] } });
    network.on(`POST ${CORRECTIONS}`, () => {
      network.on(`GET ${CORRECTIONS}`, { body: { invoiceIds: [] } });
      return { status: 201, body: { invoiceId: 'in_1', version: 2 } };
    });
    network.on(`GET ${INVOICES}/in_1/pdf`, errorResponse(503, 'service_unavailable', 'Busy.'));
    network.on(`GET ${INVOICES}/in_1/receipt`, { body: {} });
    URL.createObjectURL = () => 'blob:receipt';
    URL.revokeObjectURL = () => undefined;
    const { keyboard } = visit('/account/invoices');
    await keyboard.click(await button('Invoice ADA-0001 as PDF'));
    expect(await screen.findByText('Couldn’t download the document')).toBeVisible();
    await keyboard.click(await button('Receipt for invoice ADA-0001 as PDF'));
    await waitFor(() => expect(network.calls(`GET ${INVOICES}/in_1/receipt`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Couldn’t download the document')).toBeNull());
    await keyboard.click(await button('Correct invoice ADA-0001'));
    await findToast('Invoice corrected');
    expect(network.calls(`POST ${CORRECTIONS}`)[0]?.body).toEqual({ invoiceId: 'in_1' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Correct invoice/ })).toBeNull());
  });

  it('show the billing details that the customer saves, and errors at their fields', async () => {
    const address = { line1: 'Unter den Linden 1', line2: null, city: 'Berlin', state: null };
    const details = {
      name: 'Ada Lovelace',
      company: 'Analytical Engines GmbH',
      address: { ...address, postalCode: '10117', country: 'DE' },
      taxId: 'DE136695976',
      invoiceEmail: null,
    };
    const message = 'Enter a valid VAT ID with its country prefix, such as DE136695976.';
    const invalid = (field: string) =>
      errorResponse(422, 'validation_failed', message, { fields: [{ field, message }] });
    network.on(`PUT ${DETAILS}`, ({ body }) => {
      if ((body as typeof details).address.city !== 'Berlin') return invalid('address.city');
      if ((body as typeof details).taxId !== 'DE136695976') return invalid('taxId');
      network.on(`GET ${DETAILS}`, { body: details });
      return { body: details };
    });
    const { keyboard } = visit('/account/invoices');
    await keyboard.click(await button('Add billing details'));
    const form = within(await screen.findByRole('form', { name: 'Billing details' }));
    expect(form.getByLabelText('Full name')).toHaveValue(NO_DETAILS.name);
    expect(form.getByLabelText('Full name')).toHaveFocus();
    await keyboard.click(await button('Save billing details'));
    expect(await form.findByText('Choose a country or region.')).toBeVisible();
    expect(network.calls(`PUT ${DETAILS}`)).toHaveLength(0);
    await keyboard.type(form.getByLabelText('Company (optional)'), details.company);
    await keyboard.selectOptions(form.getByLabelText('Country or region'), 'Germany');
    await keyboard.type(form.getByLabelText('Address'), address.line1);
    await keyboard.type(form.getByLabelText('Postal code (optional)'), '10117');
    const city = form.getByLabelText('City');
    await keyboard.type(city, 'Berlin\u200b');
    await keyboard.click(await button('Save billing details'));
    expect(await form.findByText('Remove invisible or control characters.')).toBeVisible();
    await keyboard.clear(city);
    await keyboard.type(city, 'Berlin');
    const taxId = form.getByLabelText('VAT or tax ID (optional)');
    await keyboard.type(taxId, 'DE136695978');
    await keyboard.click(await button('Save billing details'));
    expect(await form.findByText(message)).toBeVisible();
    expect(taxId).toHaveFocus();
    await keyboard.clear(taxId);
    await keyboard.type(taxId, 'DE136695976');
    await keyboard.click(await button('Save billing details'));
    await findToast('Billing details saved');
    expect(network.calls(`PUT ${DETAILS}`).at(-1)?.body).toEqual(details);
    const section = await region('Billing details');
    expect(section.getByText('Analytical Engines GmbH')).toBeVisible();
    expect(section.getByText('10117 Berlin')).toBeVisible();
    expect(section.getByText('DE136695976')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Billing details' })).toHaveFocus());
  });
});
