import { screen, waitFor, within } from '@testing-library/react';
import type { CheckoutInReview } from '@subscription-site/shared/contracts';
import { signInStaff } from './support/console';
import { network } from './support/network';
import { findToast, fullText, visit } from './support/site';
import { ADMIN, errorResponse } from './support/responses';

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
    const { keyboard } = visit('/admin/reviews');
    await keyboard.click(await screen.findByRole('button', { name: 'Resolve pi_9' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Resolve this payment' }));
    return { keyboard, dialog };
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
    const { keyboard, dialog } = await openDialog();
    network.on(RESOLVE(action), () => {
      mockReviews();
      return { body: { status: 'resolved' } };
    });
    if (action === 'refund') await keyboard.click(dialog.getByRole('radio', { name: 'Refund' }));
    await keyboard.type(dialog.getByLabelText('Reason'), ' Our mistake. ');
    await keyboard.click(dialog.getByRole('button', { name: button }));
    expect(await findToast('Payment resolved')).toBe(message);
    expect(network.calls(RESOLVE(action))[0]?.body).toEqual({ reason: 'Our mistake.' });
    expect(await screen.findByText('No payments to review')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['amount', true],
    ['currency', true],
    ['metadata', false],
  ] as const)('warn before activating a plan if the price does not match: %s', async (cause, warned) => {
    const { keyboard, dialog } = await openDialog({ cause });
    const warnings = () => dialog.queryAllByText(/doesn’t match the plan’s price/);
    expect(warnings()).toHaveLength(warned ? 1 : 0);
    await keyboard.click(dialog.getByRole('radio', { name: 'Refund' }));
    expect(warnings()).toHaveLength(0);
  });

  it('are not resolved without a reason', async () => {
    const { keyboard, dialog } = await openDialog();
    await keyboard.click(dialog.getByRole('button', { name: 'Activate plan' }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/);
    expect(dialog.getByLabelText('Reason')).toHaveFocus();
    expect(network.calls(RESOLVE('provision'))).toHaveLength(0);
  });

  it('show an error and reload when someone else resolved the payment first', async () => {
    const { keyboard, dialog } = await openDialog();
    network.on(RESOLVE('provision'), errorResponse(409, 'checkout_not_in_review', 'Resolved a moment ago.'));
    await keyboard.type(dialog.getByLabelText('Reason'), 'Ours.');
    await keyboard.click(dialog.getByRole('button', { name: 'Activate plan' }));
    expect(await dialog.findByText('Resolved a moment ago.')).toBeVisible();
    mockReviews();
    await keyboard.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('No payments to review')).toBeVisible();
  });

  it('show an error with a retry when loading fails', async () => {
    signInStaff('support');
    network.on(REVIEWS, errorResponse(503, 'service_unavailable', 'Unavailable.'));
    const { keyboard } = visit('/admin/reviews');
    expect(await screen.findByText('The payments couldn’t be loaded')).toBeVisible();
    mockReviews(review);
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('ada@example.com')).toBeVisible();
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

  it('have an empty state', async () => {
    signInStaff('support');
    mockReviews();
    network.on(FAILING, { body: { items: [] } });
    visit('/admin/reviews');
    await waitFor(() => expect(screen.getByText('Nothing has failed')).toBeVisible());
  });
});
