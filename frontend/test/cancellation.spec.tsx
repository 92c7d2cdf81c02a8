import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { CancellationSubmissionItem, ManagedCancellation } from '@subscription-site/shared/contracts';
import { signInStaff } from './support/console';
import { deferred } from './support/deferred';
import { network, type MockResponse } from './support/network';
import { ADMIN, errorResponse, FUNCTIONS } from './support/responses';
import { currentPath, fill, region, visit } from './support/site';

const SUBMIT = `POST ${FUNCTIONS}/submit-cancellation`;
const VIEW = `POST ${FUNCTIONS}/view-cancellation`;
const MANAGE = `POST ${FUNCTIONS}/manage-cancellation`;
const RECEIVED: MockResponse = {
  status: 202,
  body: { reference: 'C-4821-0935-7716', receivedAt: '2026-11-23T10:00:00Z' },
};

const fillIn = async (user: UserEvent) => {
  await fill(user, await screen.findByLabelText('Full name'), ' Ada Lovelace ');
  await fill(user, screen.getByLabelText('Email'), 'ada@example.com');
  await fill(user, screen.getByLabelText('Contract (optional)'), 'Team plan');
};
const submitted = () => network.calls(SUBMIT).map(({ body }) => body);

describe('/cancel', () => {
  it('submits a cancellation in one step and shows it for download', async () => {
    const response = deferred<MockResponse>();
    network.on(SUBMIT, () => response.promise);
    const { user } = visit('/cancel');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Cancel now' }));
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    response.resolve(RECEIVED);
    expect(await screen.findByRole('heading', { name: 'We received your cancellation' })).toHaveFocus();
    expect(submitted()).toEqual([
      { kind: 'cancel', name: 'Ada Lovelace', email: 'ada@example.com', contract: 'Team plan' },
    ]);
    const list = screen.getByRole('button', { name: 'Download a copy' }).parentElement!;
    expect(list).toHaveTextContent(
      'If we find a plan under this address, it includes a link to undo the cancellation.',
    );
    for (const text of ['C-4821-0935-7716', 'Ada Lovelace', 'Team plan', 'As soon as possible'])
      expect(within(list).getByText(text)).toBeVisible();
  });

  it('names invalid fields by their labels, and asks for the reason of a good cause and for the date', async () => {
    const { user } = visit('/cancel');
    await fillIn(user);
    await user.click(screen.getByLabelText('Cancellation for good cause'));
    await user.click(screen.getByLabelText('On a specific date'));
    const submit = screen.getByRole('button', { name: 'Cancel now' });
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    const reason = screen.getByLabelText<HTMLTextAreaElement>('Reason');
    const date = screen.getByLabelText<HTMLInputElement>('Date');
    const name = screen.getByLabelText<HTMLInputElement>('Full name');
    const expectError = async (field: HTMLInputElement | HTMLTextAreaElement, message: string) => {
      await waitFor(() => expect(submit).toBeEnabled());
      await user.click(submit);
      await waitFor(() => expect(field.validationMessage).toBe(message));
    };
    await expectError(reason, 'Enter your reason.');
    await fill(user, reason, 'It was down for a week.');
    await expectError(date, 'Choose a date.');
    await user.type(date, '2020-01-31');
    await expectError(date, 'Choose today or a later date.');
    await user.clear(date);
    await user.type(date, '2099-01-31');
    await fill(user, name, '\u202Egnp');
    await expectError(name, 'Full name contains invisible characters. Delete the text and type it again.');
    await user.clear(name);
    await fill(user, name, 'Ada');
    expect(submitted()).toEqual([]);

    const message = 'Enter an email address like name@example.com.';
    const fields = [{ field: 'email', message }];
    network.on(SUBMIT, errorResponse(422, 'validation_failed', message, { fields }));
    await expectError(email, message);
    network.on(SUBMIT, RECEIVED);
    await fill(user, email, 'm');
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit);
    await screen.findByText('Jan 31, 2099');
    const sent = { reason: 'It was down for a week.', effective: '2099-01-31' };
    expect(submitted().at(-1)).toMatchObject(sent);
  });

  it('keeps the form after an error, and repeats the same submission with the same key', async () => {
    network.on(SUBMIT, 'offline');
    const { user } = visit('/cancel');
    await fillIn(user);
    const submit = screen.getByRole('button', { name: 'Cancel now' });
    await user.click(submit);
    expect(await screen.findByRole('alert')).toHaveTextContent(/couldn’t reach the server/);
    expect(screen.getByRole('alert')).toHaveFocus();
    network.on(SUBMIT, RECEIVED);
    await user.click(submit);
    await screen.findByRole('heading', { name: 'We received your cancellation' });
    const keys = network.calls(SUBMIT).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });
});

describe('the link in the receipt', () => {
  const PAGE = '/cancel/manage?reference=C-4821-0935-7716&token=secret';
  const managed = (changes: Partial<ManagedCancellation> = {}): ManagedCancellation => ({
    kind: 'withdraw',
    reference: 'C-4821-0935-7716',
    receivedAt: '2026-11-23T10:00:00Z',
    plan: 'team',
    state: 'ending',
    refunded: false,
    endsAt: '2026-12-20T10:00:00Z',
    deletionAt: null,
    actions: ['refund', 'undo'],
    refund: { amountCents: 4900, currency: 'usd', card: { brand: 'visa', last4: '4242' } },
    ...changes,
  });

  it('changes nothing until a button is clicked', async () => {
    network.on(VIEW, { body: managed() });
    network.on(MANAGE, { body: managed({ state: 'ended', refunded: true, endsAt: null, actions: [] }) });
    const { user } = visit(PAGE);
    expect(await screen.findByText(/^Your plan ends on Dec 20, 2026/)).toHaveTextContent(
      'confirm to get $49 back on your Visa ending in 4242',
    );
    expect(network.calls(MANAGE)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Confirm refund' }));
    expect(await screen.findByText('Your refund is on its way')).toBeVisible();
    expect(network.calls(MANAGE).map(({ body }) => body)).toEqual([
      { reference: 'C-4821-0935-7716', token: 'secret', action: 'refund' },
    ]);
    expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull();
  });

  it('shows why a refund is not possible, and that it was made in another tab instead of keeping the plan', async () => {
    network.on(VIEW, { body: managed() });
    network.on(MANAGE, errorResponse(409, 'not_refundable', 'This payment is being disputed.'));
    const { user } = visit(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Confirm refund' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This payment is being disputed.');
    network.on(MANAGE, { body: managed({ state: 'ended', refunded: true, endsAt: null, actions: [] }) });
    await user.click(screen.getByRole('button', { name: 'Keep my plan' }));
    expect(await screen.findByText(/Your plan has ended, and you got a refund/)).toBeVisible();
    expect(screen.queryByText('You’re keeping your plan')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull();
  });

  it('leads to the account instead of keeping the plan while the account is scheduled for deletion', async () => {
    const at = '2026-12-07T10:00:00Z';
    network.on(VIEW, { body: managed({ kind: 'cancel', endsAt: at, deletionAt: at, actions: [] }) });
    visit(PAGE);
    expect(await screen.findByText('Your account is scheduled for deletion')).toBeVisible();
    expect(screen.getByRole('link', { name: 'sign in and keep your account' })).toHaveAttribute(
      'href',
      '/account/data',
    );
    expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull();
  });

  it('says why a withdrawal is not refunded, and offers no refund', async () => {
    network.on(VIEW, { body: managed({ actions: ['undo'] }) });
    visit(PAGE);
    expect(await screen.findByText(/can be used once per account, email address, and card/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep my plan' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Confirm refund' })).toBeNull();
  });

  it.each([
    ['incomplete', '/cancel/manage?reference=C-4821-0935-7716'],
    ['expired', PAGE],
  ])('leads to the account when it is %s', async (_, path) => {
    network.on(VIEW, errorResponse(404, 'not_found', 'Expired.'));
    visit(path);
    expect(await screen.findByText('This link no longer works')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Sign in to manage your plan' });
    expect(link).toHaveAttribute('href', '/account/billing');
    const main = within(screen.getByRole('main'));
    for (const [name, href] of [
      ['Cancel contracts here', '/cancel'],
      ['Withdraw from contract here', '/cancel/withdraw'],
      ['support@example.com', 'mailto:support@example.com'],
    ] as const)
      expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
  });
});

describe('cancellations in the console', () => {
  const LIST = `GET ${ADMIN}/cancellation-submissions`;
  const submission = (changes: Partial<CancellationSubmissionItem> = {}): CancellationSubmissionItem => ({
    id: '1',
    reference: 'C-4821-0935-7716',
    kind: 'cancel',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    contract: 'Team plan',
    reason: 'It was down.\nFor a week.',
    effective: '2027-01-31',
    outcome: 'unmatched',
    waiting: false,
    userId: null,
    endsAt: null,
    endedAt: null,
    refunded: false,
    receivedAt: '2026-11-23T10:00:00Z',
    confirmedAt: null,
    undoneAt: null,
    ...changes,
  });

  it('show what was written and are filtered by address and result', async () => {
    signInStaff('support');
    const undone = {
      id: '2',
      userId: 'user-1',
      outcome: 'scheduled',
      endsAt: '2026-12-23T10:00:00Z',
      undoneAt: '2026-11-24T10:00:00Z',
    } as const;
    network.on(LIST, { body: { items: [submission(), submission(undone)], nextCursor: null } });
    const { user } = visit('/admin/queues');
    await user.click(await screen.findByRole('link', { name: 'Cancellations' }));
    const list = within(await screen.findByRole('region', { name: 'Cancellations' }));
    const [unmatched, matched] = list.getAllByRole('listitem');
    expect(matched).toHaveTextContent(
      /ada@example.com.*Undone by the customer.*Cancellation.*Undone Nov 24, 2026/,
    );
    expect(matched).not.toHaveTextContent('Plan ends');
    expect(list.getByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
      'href',
      '/admin/customers/user-1',
    );
    expect(unmatched).toHaveTextContent(
      /ada@example.com.*No account.*Cancellation.*Ada Lovelace.*C-4821-0935-7716.*Team plan.*2027-01-31.*It was down/,
    );
    network.on(LIST, {
      body: { items: [submission({ outcome: 'scheduled', waiting: true })], nextCursor: null },
    });
    await user.selectOptions(screen.getByLabelText('Result'), 'waiting');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/cancellations?outcome=waiting'));
    await waitFor(() =>
      expect(Object.fromEntries(network.calls(LIST).at(-1)!.query)).toEqual({ waiting: 'true', limit: '50' }),
    );
    const found = within(await screen.findByRole('region', { name: 'Cancellations' }));
    expect(await found.findByText('Waiting for confirmation')).toBeVisible();
    await user.type(screen.getByLabelText('Email, reference, or customer ID'), ' ada@ ');
    await user.selectOptions(screen.getByLabelText('Result'), 'unmatched');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/cancellations?search=ada%40&outcome=unmatched'));
    await waitFor(() =>
      expect(Object.fromEntries(network.calls(LIST).at(-1)!.query)).toEqual({
        search: 'ada@',
        outcome: 'unmatched',
        limit: '50',
      }),
    );
  });

  it('show that the plan has ended, and do not link to an erased customer', async () => {
    signInStaff('support');
    const ended = {
      outcome: 'scheduled',
      userId: 'user-1',
      email: null,
      endsAt: '2027-01-05T10:00:00Z',
      endedAt: '2026-11-24T10:00:00Z',
    } as const;
    const items = [submission({ ...ended, refunded: true }), submission({ ...ended, id: '2' })];
    network.on(LIST, { body: { items, nextCursor: null } });
    visit('/admin/cancellations');
    const list = await region('Cancellations');
    const [refunded, kept] = list.getAllByRole('listitem');
    expect(refunded).toHaveTextContent(/^ErasedPlan ended.*Plan ended with a refund Nov 24, 2026/);
    expect(kept).toHaveTextContent(/^ErasedPlan ended.*Plan ended Nov 24, 2026/);
    expect(list.queryByText(/Plan ends|Plan set to end/)).toBeNull();
    expect(list.queryByRole('link')).toBeNull();
  });
});
