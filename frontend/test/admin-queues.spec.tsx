import { screen, waitFor, within } from '@testing-library/react';
import type { CheckoutInReview, SubscriptionMismatch } from '@subscription-site/shared/contracts';
import { signInStaff } from './support/console';
import { network } from './support/network';
import { currentPath, fill, findToast, fullText, visit } from './support/site';
import { ADMIN, errorResponse } from './support/responses';

describe('queues', () => {
  const QUEUES = `GET ${ADMIN}/queues`;
  const PAUSE = `POST ${ADMIN}/queues/email/pause`;
  const overview = (paused: boolean) => ({
    body: {
      redis: 'up',
      queues: [
        { name: 'email', waiting: 41, active: 20, delayed: 6, paused, oldestDueSeconds: 340, failing: 5 },
      ],
      emails: { queued: 12, sending: 3, sent: 10422, failed: 7, canceled: 1 },
    },
  });

  it('show metrics but no controls to support staff', async () => {
    signInStaff('support');
    network.on(QUEUES, overview(false));
    visit('/admin/queues');
    const table = within(await screen.findByRole('table', { name: 'Queues' }));
    for (const text of ['email', 'Running', '41', '20', '6', '5', '6 min'])
      expect(table.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull();
    expect(screen.getByText('10422')).toBeVisible();
    expect(screen.queryByText(/is paused/)).toBeNull();
  });

  it('can be paused by an administrator, with a reason, and resumed with one click', async () => {
    signInStaff('admin');
    network.on(QUEUES, overview(false));
    network.on(PAUSE, errorResponse(503, 'service_unavailable', 'Redis is unavailable.'));
    const { user } = visit('/admin/queues');
    await user.click(await screen.findByRole('button', { name: 'Pause email' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Pause the email queue?' }));
    await user.click(dialog.getByRole('button', { name: 'Pause queue' }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/);
    expect(network.calls(PAUSE)).toHaveLength(0);
    await fill(user, dialog.getByLabelText('Reason'), 'The mail server is down');
    await user.click(dialog.getByRole('button', { name: 'Pause queue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t pause queue');
    network.on(PAUSE, () => {
      network.on(QUEUES, overview(true));
      return { body: overview(true).body.queues[0] };
    });
    await user.click(dialog.getByRole('button', { name: 'Pause queue' }));
    expect(await findToast('Queue paused')).toBe('email won’t process jobs until it’s resumed.');
    expect(network.calls(PAUSE)[0]?.body).toEqual({ reason: 'The mail server is down' });
    network.on(`POST ${ADMIN}/queues/email/resume`, { body: overview(false).body.queues[0] });
    await user.click(await screen.findByRole('button', { name: 'Resume email' }));
    expect(await findToast('Queue resumed')).toBe('email is processing jobs again.');
  });

  it('are named on every screen while paused, and so are settings that have to be changed', async () => {
    signInStaff('support');
    network.on(QUEUES, overview(true));
    const message = 'Requests are forwarded by 10.0.0.1, which TRUSTED_PROXIES does not list.';
    network.on(`GET ${ADMIN}/configuration-warnings`, {
      body: { items: [{ code: 'untrusted_proxy', message }] },
    });
    network.on(`GET ${ADMIN}/customers`, { body: { items: [] } });
    visit('/admin/customers?q=ada');
    expect(await screen.findByText('A queue is paused')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open queues' })).toBeVisible();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Ask your operators to change a setting')).toBeVisible();
  });
});

describe('unclaimed payments', () => {
  const UNCLAIMED = `GET ${ADMIN}/unclaimed-payments`;
  beforeEach(() => signInStaff('support'));

  it('are listed with the reference to find the buyer', async () => {
    network.on(UNCLAIMED, {
      body: {
        items: [
          {
            checkoutId: 'c1',
            paymentIntentId: 'pi_9',
            amountCents: 49_900,
            currency: 'jpy',
            email: 'try..this@docomo.ne.jp',
            paidAt: '2026-11-20T10:00:00Z',
          },
        ],
      },
    });
    visit('/admin/payments');
    const table = within(await screen.findByRole('table', { name: 'Unclaimed payments' }));
    expect(table.getByText('¥49,900')).toBeVisible();
    expect(table.getByText('pi_9')).toBeVisible();
    expect(table.getByText('try..this@docomo.ne.jp')).toBeVisible();
  });
});

describe('failed cancellations', () => {
  const CANCELLATIONS = `GET ${ADMIN}/subscription-cancellations`;
  const ID = '0190b5a0-0000-7000-8000-000000000001';
  const failed = {
    userId: ID,
    deletedAt: '2026-11-20T10:00:00Z',
    failedAt: '2026-11-20T10:00:15Z',
    reason: 'Invalid API Key provided',
  };
  beforeEach(() => signInStaff('support'));

  it('are listed with the provider’s error, also after a failed retry, until one succeeds', async () => {
    network.on(CANCELLATIONS, { body: { items: [failed] } });
    const REPLAY = `POST ${ADMIN}/subscription-cancellations/${ID}/replay`;
    network.on(REPLAY, errorResponse(503, 'service_unavailable', 'Unavailable.'));
    const { user } = visit('/admin/subscription-cancellations');
    const list = within(await screen.findByRole('list', { name: 'Failed cancellations' }));
    expect(list.getByText('Invalid API Key provided')).toBeVisible();
    const retry = () => user.click(list.getByRole('button', { name: `Try again for account ${ID}` }));
    await retry();
    await findToast('Retry failed');
    expect(list.getByText('Invalid API Key provided')).toBeVisible();
    network.on(REPLAY, () => {
      network.on(CANCELLATIONS, { body: { items: [] } });
      return { status: 202, body: { status: 'due' } };
    });
    await retry();
    expect(await findToast('Retry scheduled')).toBe('It will reappear in this list if it fails again.');
    expect(await screen.findByText('No failed cancellations')).toBeVisible();
  });
});

describe('mismatches', () => {
  const MISMATCHES = `GET ${ADMIN}/subscription-mismatches`;
  const mismatch: SubscriptionMismatch = {
    providerSubscriptionId: 'sub_1',
    kind: 'ended_here',
    userId: 'u1',
    foundAt: '2026-11-20T10:00:00Z',
  };
  beforeEach(() => signInStaff('support'));

  it('are listed with what is wrong, and lead to the customer', async () => {
    network.on(MISMATCHES, {
      body: {
        items: [mismatch, { ...mismatch, providerSubscriptionId: 'sub_2', kind: 'unknown', userId: null }],
      },
    });
    const { user } = visit('/admin/mismatches');
    const list = within(await screen.findByRole('list', { name: 'Mismatches' }));
    for (const text of [
      'sub_1',
      'Ended in our records',
      /still active at the payment provider/,
      'sub_2',
      'Unknown',
    ])
      expect(list.getByText(text)).toBeVisible();
    expect(list.getAllByRole('link')).toHaveLength(1);
    await user.click(list.getByRole('link', { name: 'View customer of sub_1' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/customers/u1'));
  });

  it('show an error with a retry when loading fails', async () => {
    network.on(MISMATCHES, errorResponse(503, 'service_unavailable', 'Unavailable.'));
    const { user } = visit('/admin/mismatches');
    expect(await screen.findByText('The mismatches couldn’t be loaded')).toBeVisible();
    network.on(MISMATCHES, { body: { items: [] } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No mismatches')).toBeVisible();
  });
});

const REVIEWS = `GET ${ADMIN}/checkouts-in-review`;
const FAILING = `GET ${ADMIN}/failing-payments`;
const RESOLVE = (action: string) => `POST ${ADMIN}/checkouts-in-review/c1/${action}`;

const review: CheckoutInReview = {
  checkoutId: 'c1',
  paymentId: 'pi_9',
  plan: 'team',
  interval: 'month',
  amountCents: 4900,
  paid: { amountCents: 4800, currency: 'usd' },
  email: 'ada@example.com',
  cause: 'amount',
  details: '$48 paid, $49 due',
  paidAt: '2026-11-20T10:00:00Z',
  dueAt: '2026-11-20T10:00:01Z',
};
const mockReviews = (...items: CheckoutInReview[]) => network.on(REVIEWS, { body: { items } });

describe('payments that need a review', () => {
  beforeEach(() => network.on(FAILING, { body: { items: [] } }));

  const openDialog = async (overrides: Partial<CheckoutInReview> = {}) => {
    signInStaff('admin');
    mockReviews({ ...review, ...overrides });
    const { user } = visit('/admin/reviews');
    await user.click(await screen.findByRole('button', { name: 'Resolve pi_9' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Resolve this payment' }));
    return { user, dialog };
  };

  it('are listed with their cause; only administrators can resolve them', async () => {
    signInStaff('support');
    const other = { checkoutId: 'c2', paymentId: 'cs_9', email: null, cause: 'metadata' } as const;
    mockReviews(review, { ...review, ...other, paid: { amountCents: 7350, currency: 'jpy' } });
    visit('/admin/reviews');
    const list = within(await screen.findByRole('list', { name: 'Payments to review' }));
    for (const text of [
      'ada@example.com',
      'Wrong amount',
      'Different order',
      'pi_9',
      'cs_9',
      'Unknown buyer',
    ])
      expect(list.getByText(text)).toBeVisible();
    expect(list.getAllByText(fullText('Team, $49 / month'))).toHaveLength(2);
    expect(list.getByText(fullText(/^Paid \$48,/))).toBeVisible();
    expect(list.getByText(fullText(/^Paid ¥7,350,/))).toBeVisible();
    expect(screen.getByText(/Only administrators can resolve payments/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Resolve/ })).toBeNull();
  });

  it.each([
    ['provision', 'Activate plan', 'The plan is active.'],
    ['refund', 'Refund payment', 'The payment is being refunded in full.'],
  ])('are resolved with a reason: %s', async (action, button, message) => {
    const { user, dialog } = await openDialog();
    network.on(RESOLVE(action), () => {
      mockReviews();
      return { body: { status: 'resolved' } };
    });
    if (action === 'refund') await user.click(dialog.getByRole('radio', { name: 'Refund' }));
    await user.click(dialog.getByRole('button', { name: button }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/);
    expect(dialog.getByLabelText('Reason')).toHaveFocus();
    await fill(user, dialog.getByLabelText('Reason'), ' Our mistake. ');
    await user.click(dialog.getByRole('button', { name: button }));
    expect(await findToast('Payment resolved')).toBe(message);
    expect(network.calls(RESOLVE(action)).map(({ body }) => body)).toEqual([{ reason: 'Our mistake.' }]);
    expect(await screen.findByText('No payments to review')).toBeVisible();
    expect(screen.getByText('Nothing has failed')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['amount', 1],
    ['currency', 1],
    ['metadata', 0],
  ] as const)('warn before activating a plan if the price does not match: %s', async (cause, warned) => {
    const { user, dialog } = await openDialog({ cause });
    const warnings = () => dialog.queryAllByText(/doesn’t match the plan’s price/);
    expect(warnings()).toHaveLength(warned);
    await user.click(dialog.getByRole('radio', { name: 'Refund' }));
    expect(warnings()).toHaveLength(0);
  });

  it('show an error and reload when someone else resolved the payment first', async () => {
    const { user, dialog } = await openDialog();
    network.on(RESOLVE('provision'), errorResponse(409, 'checkout_not_in_review', 'Resolved a moment ago.'));
    await user.type(dialog.getByLabelText('Reason'), 'Ours.');
    await user.click(dialog.getByRole('button', { name: 'Activate plan' }));
    expect(await dialog.findByText('Resolved a moment ago.')).toBeVisible();
    mockReviews();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('No payments to review')).toBeVisible();
  });
});

describe('failing provider calls', () => {
  it('are listed with the provider’s error', async () => {
    signInStaff('support');
    mockReviews();
    network.on(FAILING, {
      body: {
        items: [
          {
            kind: 'recurring_setup',
            checkoutId: 'c1',
            paymentId: 'pi_1',
            email: 'ada@example.com',
            amountCents: 4900,
            currency: 'usd',
            failures: 3,
            reason: 'No such price',
            retrying: true,
          },
          {
            kind: 'refund',
            checkoutId: 'c1',
            paymentId: 'pi_2',
            email: null,
            amountCents: 4800,
            currency: 'usd',
            failures: 7,
            reason: 'Insufficient funds',
            retrying: false,
          },
        ],
      },
    });
    visit('/admin/reviews');
    const list = within(await screen.findByRole('list', { name: 'Rejected' }));
    for (const text of [
      fullText('Recurring billing, $49'),
      fullText('Refund, $48'),
      /3 times$/,
      /7 times, won’t be retried/,
      /No such price/,
      /Insufficient funds/,
    ])
      expect(list.getByText(text)).toBeVisible();
  });
});
