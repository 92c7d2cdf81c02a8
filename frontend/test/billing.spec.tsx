import { render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { NoPlan } from '../src/features/billing/components/plan/no-plan';
import { mockAccount } from './support/account';
import {
  CARDS,
  dateAndTime,
  ENDED,
  invoice,
  mockInvoices,
  mockSubscription,
  pastDue,
  signInSubscriber,
  subscription,
  SUBSCRIPTION,
} from './support/billing';
import { mockCheckout } from './support/checkout';
import { network } from './support/network';
import { errorResponse } from './support/responses';
import { button, dialog, fill, findToast, fullText, region, visit } from './support/site';

const BILLING = '/account/billing';
const ENDS_AT = '2026-12-20T10:00:00.000Z';
const ENDS = dateAndTime(ENDS_AT);
const CANCELED = subscription({ cancelAt: ENDS_AT, nextCharge: null });

beforeEach(() => {
  signInSubscriber();
  mockCheckout();
});

describe('the account overview', () => {
  it('shows the email as it is now, plan, next charge, latest invoices and navigation', async () => {
    mockAccount({ email: 'ada.new@example.com' });
    mockInvoices(
      invoice(),
      invoice({ id: 'in_2', status: 'void', amountPaidCents: 0, amountDueCents: 93_961 }),
    );
    visit('/account');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
    expect(await screen.findByText('ada.new@example.com')).toBeVisible();
    expect(await screen.findByText(/^Next charge:/)).toHaveTextContent('Next charge: $49 on Dec 20, 2026');
    expect(screen.getByText('Visa ending in 4242')).toBeVisible();
    expect(await screen.findByText('Paid')).toBeVisible();
    expect(screen.getByText('$939.61').closest('s')).not.toBeNull();
    expect(screen.getByText('not charged')).toBeInTheDocument();
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

  const pendingChange = {
    kind: 'plan_change',
    plan: 'team',
    interval: 'month',
    effectiveAt: ENDS_AT,
  } as const;

  it.each([
    [
      'which change is scheduled',
      subscription({ plan: 'growth', pendingChange }),
      'You’ll switch to Team, billed monthly, on Dec 20, 2026.',
    ],
    ['at which time a canceled plan ends', CANCELED, `Ends on ${ENDS}`],
  ])('says %s', async (_, view, text) => {
    mockSubscription(view);
    visit('/account');
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(text));
  });

  it('leads to an overdue payment', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    visit('/account');
    const link = await screen.findByRole('link', { name: 'Fix payment' });
    expect(link).toHaveAttribute('href', `${BILLING}?do=pay`);
  });

  it('shows what could not be loaded, and the rest', async () => {
    network.on(`GET ${SUBSCRIPTION}`, errorResponse(429, 'rate_limited', 'Too many requests.'));
    const { user } = visit('/account');
    expect(await screen.findByText('Your plan couldn’t be loaded')).toBeVisible();
    expect(await screen.findByText('Paid')).toBeVisible();
    mockSubscription(null, { status: 'trialing', endsAt: ENDS_AT });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Your free trial ends on/)).toHaveTextContent(ENDS);
  });
});

describe('an account that is scheduled for deletion', () => {
  const DELETION_AT = '2026-12-07T10:00:00.000Z';
  const ENDING = subscription({ cancelAt: DELETION_AT, nextCharge: null });

  it.each([
    ['/account', 'running', ENDING],
    [BILLING, 'running', ENDING],
    [BILLING, 'ended', ENDED],
    [`${BILLING}/change`, 'running', ENDING],
  ])('can only be kept on %s, with a plan that is %s', async (path, state, view) => {
    mockSubscription(view, undefined, DELETION_AT);
    visit(path);
    expect(await screen.findByText('Your account is scheduled for deletion')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep my account' })).toBeVisible();
    const text = document.body.textContent!;
    expect(text).toMatch(/everything in it on Dec 7, 2026/);
    expect(/You can use Team until Dec 7, 2026/.test(text)).toBe(state === 'running');
    expect(text).not.toMatch(/keep your data|set to end/i);
    for (const name of ['Resume plan', 'Change plan', 'Cancel plan', 'Choose a plan'])
      expect(screen.queryByText(name)).toBeNull();
  });
});

describe('the plan', () => {
  it('shows price, renewal date, next charge, users, card and an upgrade that is not confirmed', async () => {
    mockInvoices(invoice({ status: 'open', planChange: { plan: 'growth', interval: 'month' } }));
    visit(BILLING);
    const plan = await region('Your plan');
    expect(plan.getByText(fullText('$49 per month'))).toBeVisible();
    expect(plan.getByText('Up to 3')).toBeVisible();
    expect(plan.getByText('Dec 20, 2026')).toBeVisible();
    expect(plan.getByText('Visa ending in 4242')).toBeVisible();
    expect(plan.getByText('Next charge').nextElementSibling).toHaveTextContent('$49');
    expect(plan.getByRole('link', { name: 'Change plan' })).toHaveAttribute('href', `${BILLING}/change`);
    expect(screen.queryByRole('button', { name: 'Get a refund' })).toBeNull();
    expect(await screen.findByText('Your upgrade isn’t confirmed')).toBeVisible();
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

  it.each([
    [
      'plan',
      subscription({ plan: 'growth' }),
      'year',
      /^You’ll switch to Team, billed yearly.*you’ll keep Growth\.$/,
    ],
    [
      'billing period',
      subscription({ interval: 'year' }),
      'month',
      /^You’ll switch to Team, billed monthly.*you’ll keep yearly billing\.$/,
    ],
  ] as const)(
    'says when its %s changes, not that it renews, until that is undone',
    async (_, view, interval, text) => {
      const pendingChange = { kind: 'plan_change', plan: 'team', interval, effectiveAt: ENDS_AT } as const;
      mockSubscription({ ...view, pendingChange });
      network.on(`DELETE ${SUBSCRIPTION}/changes/pending`, () => {
        mockSubscription(view);
        return { status: 204 };
      });
      const { user } = visit(BILLING);
      const plan = await region('Your plan');
      expect(plan.getByText('Changes').nextElementSibling).toHaveTextContent('Dec 20, 2026');
      expect(plan.queryByText('Renews')).toBeNull();
      expect(plan.getByText(/^You’ll switch to/)).toHaveTextContent(text);
      await user.click(await button('Undo change'));
      expect(await findToast('Change undone')).toMatch(/^You’ll stay on the (Growth|Team) plan\.$/);
      expect(screen.queryByText(/You’ll switch to/)).toBeNull();
      await waitFor(() => expect(screen.getByRole('heading', { name: 'Your plan' })).toHaveFocus());
    },
  );

  const NO_TRIAL = { status: 'none', endsAt: null } as const;

  it.each([
    [
      'ended',
      ENDED,
      NO_TRIAL,
      'Your Team plan has ended',
      'It ended on Dec 20, 2026. We’ll keep your data until Jan 19, 2027',
    ],
    [
      'a plan that ended long ago',
      { ...ENDED, dataKeptUntil: null },
      NO_TRIAL,
      'Your Team plan has ended',
      'It ended on Dec 20, 2026. We kept your data for 30 days, then deleted it.',
    ],
    [
      'a plan that ended because of a dispute',
      { ...ENDED, endedByDispute: true },
      NO_TRIAL,
      'Your Team plan has ended',
      'It ended on Dec 20, 2026 because your bank reversed your payment.',
    ],
    [
      'a free trial',
      null,
      { status: 'trialing', endsAt: ENDS_AT },
      'You’re on a free trial',
      `It ends on ${ENDS}`,
    ],
    [
      'an ended trial',
      null,
      { status: 'trial_ended', endsAt: ENDS_AT },
      'Your free trial has ended',
      'It ended on Dec 20, 2026',
    ],
    ['none', null, NO_TRIAL, 'You don’t have a plan yet', 'money-back guarantee'],
  ] as const)('if there is %s, another can be chosen', (_, view, trial, title, text) => {
    const account = { subscription: view, trial, deletionAt: null };
    render(<NoPlan {...account} headingRef={null} />, { wrapper: MemoryRouter });
    expect(screen.getByText(title).parentElement).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/pricing');
  });

  it('that will end shows until when it can be used, and that cards are not charged', async () => {
    mockSubscription(CANCELED);
    visit(BILLING);
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(`Access until${ENDS}`));
    const cards = await region('Payment method');
    expect(cards.getByText(/won’t renew, so we won’t charge your cards/)).toBeVisible();
    expect(cards.queryByText(/We charge your default card/)).toBeNull();
  });

  it('shows why it could not be loaded, and loads it again', async () => {
    network.on(`GET ${SUBSCRIPTION}`, errorResponse(429, 'rate_limited', 'Too many requests.'));
    const { user } = visit(BILLING);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
    mockSubscription(ENDED);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Your Team plan has ended')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
  });
});

describe('canceling', () => {
  it('takes two steps, says what is kept until when, and asks why afterward', async () => {
    network.on(`POST ${SUBSCRIPTION}/cancellation`, () => {
      mockSubscription(CANCELED);
      return { body: { cancelAt: ENDS_AT } };
    });
    const FEEDBACK = `PUT ${SUBSCRIPTION}/cancellation/feedback`;
    network.on(FEEDBACK, { status: 204 });
    const { user } = visit(BILLING);
    await user.click(await button('Cancel plan'));
    const question = await dialog('Cancel your Team plan?');
    expect(question.getByText(/You’ll keep Team until/)).toHaveTextContent(ENDS);
    expect(question.getByText(/We’ll keep your data until/)).toHaveTextContent('until Jan 19, 2027');
    expect(network.calls(`POST ${SUBSCRIPTION}/cancellation`)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Cancel plan' }));

    const survey = await dialog('Your plan is canceled');
    expect(survey.getByText(/You can use Team until/)).toHaveTextContent(ENDS);
    await user.click(survey.getByRole('button', { name: 'Send feedback' }));
    expect(await survey.findByText('Choose a reason.')).toBeVisible();
    await user.click(survey.getByRole('radio', { name: 'I don’t use it enough' }));
    await fill(user, survey.getByLabelText('Anything else? (optional)'), ' One project. ');
    await user.click(survey.getByRole('button', { name: 'Send feedback' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your plan' })).toHaveFocus());
    expect(network.calls(FEEDBACK)[0]?.body).toEqual({ reason: 'unused', comment: 'One project.' });
  });

  it.each([
    ['with an overdue payment', pastDue('insufficient_funds'), 'won’t have to pay the open invoice of $49'],
    [
      'that is paused',
      subscription({ status: 'paused', nextCharge: null }),
      'won’t have to pay the open invoice.',
    ],
  ])('ends a plan %s right away, without a charge', async (_, view, text) => {
    mockSubscription(view);
    const { user } = visit(BILLING);
    await user.click(await button('Cancel plan'));
    const question = await dialog('Cancel your Team plan?');
    expect(question.getByText(/ends right away/)).toHaveTextContent(text);
    expect(question.queryByText(/You’ll keep Team until/)).toBeNull();
  });

  it('is up to date once a question is closed, in case another tab ended the plan', async () => {
    const { user } = visit(BILLING);
    await user.click(await button('Cancel plan'));
    const question = await dialog('Cancel your Team plan?');
    mockSubscription(ENDED);
    await user.click(question.getByRole('button', { name: 'Keep plan' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull());
  });
});

describe('a refund', () => {
  const REFUND = `POST ${SUBSCRIPTION}/refund`;
  const refundIs = (status: string) => network.on(REFUND, { body: { refundId: 'r1', status } });
  beforeEach(() =>
    network.on(`GET ${SUBSCRIPTION}/refund`, {
      body: { amountCents: 14_850, currency: 'usd', card: { brand: 'visa', last4: '4242' } },
    }),
  );

  it('is offered while the guarantee applies, and shows why it was rejected', async () => {
    mockSubscription(subscription({ refundableUntil: ENDS_AT }));
    network.on(REFUND, errorResponse(409, 'not_refundable', 'The guarantee can be used once per person.'));
    const { user } = visit(BILLING);
    await user.click(await button('Cancel plan'));
    await user.click(await button('get your money back instead'));
    const question = await dialog('Get your money back?');
    expect(await question.findByText('$148.50')).toBeVisible();
    expect(question.getByText(/to your Visa ending in 4242/)).toBeVisible();
    const confirm = () => user.click(question.getByRole('button', { name: 'Refund and end plan' }));
    await confirm();
    expect(await question.findByText('The guarantee can be used once per person.')).toBeVisible();
    refundIs('failed');
    await confirm();
    expect(await question.findByText(/so your plan continues/)).toBeVisible();
    network.on(REFUND, () => {
      mockSubscription({ ...ENDED, status: 'refunded' });
      return { body: { refundId: 'r1', status: 'succeeded' } };
    });
    await confirm();
    expect(await findToast('Refund requested')).toMatch(/your plan has ended/);
    expect(await screen.findByText(/and you got a refund/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your plan' })).toHaveFocus());
  });

  it('is not said to have ended the plan while it is being processed', async () => {
    mockSubscription(subscription({ refundableUntil: ENDS_AT }));
    refundIs('pending');
    const { user } = visit(BILLING);
    await user.click(await button('Get a refund'));
    const question = await dialog('Get your money back?');
    await user.click(question.getByRole('button', { name: 'Refund and end plan' }));
    const toast = await findToast('Refund requested');
    expect(toast).toContain('we’ll email you');
    expect(toast).not.toContain('has ended');
  });

  it('of a plan that has ended says neither that the plan continues nor that it ends', async () => {
    mockSubscription({ ...ENDED, refundableUntil: ENDS_AT });
    refundIs('failed');
    const { user } = visit(BILLING);
    const guarantee = await region('Money-back guarantee');
    expect(guarantee.getByText(/You can still get your money back until/)).toBeVisible();
    expect(guarantee.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    await user.click(guarantee.getByRole('button', { name: 'Get a refund' }));
    const question = await dialog('Get your money back?');
    expect(question.queryByText('Your plan ends right away.')).toBeNull();
    await user.click(question.getByRole('button', { name: 'Get a refund' }));
    expect(await question.findByText(/wasn’t accepted/)).not.toHaveTextContent('continues');
    network.on(REFUND, () => {
      mockSubscription(ENDED);
      return { body: { refundId: 'r1', status: 'pending' } };
    });
    await user.click(question.getByRole('button', { name: 'Get a refund' }));
    expect(await findToast('Refund requested')).not.toContain('Your plan ends');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Money-back guarantee' })).toBeNull());
  });
});
