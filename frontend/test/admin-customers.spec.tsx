import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { StaffCustomer, StaffPayment } from '@subscription-site/shared/contracts';
import { detail, email, LIST, mockEmails, signInStaff } from './support/console';
import { network } from './support/network';
import { ADMIN, errorResponse } from './support/responses';
import { currentPath, findToast, fullText, region, visit, fill } from './support/site';

const CUSTOMER = `GET ${ADMIN}/customers/u1`;
const REFUND = `POST ${ADMIN}/payments/pi_1/refund`;
const END = `POST ${ADMIN}/subscriptions/s1/cancel`;
const REPLACE = `PUT ${ADMIN}/customers/u1/email`;

const customer: StaffCustomer = {
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada Buyer',
  deleted: false,
  account: {
    createdAt: '2026-11-19T10:00:00Z',
    emailConfirmedAt: null,
    lastSignInAt: '2026-11-21T10:00:00Z',
    secondFactors: ['totp', 'phone'],
  },
  deletionAt: '2026-12-07T10:00:00Z',
  paymentMethod: { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030 },
  subscriptions: [
    {
      id: 's1',
      providerSubscriptionId: 'sub_1',
      plan: 'team',
      interval: 'month',
      status: 'past_due',
      disputed: true,
      amountCents: 4900,
      currency: 'usd',
      currentPeriodEnd: '2026-12-20T10:00:00Z',
      pendingChange: {
        plan: 'growth',
        interval: 'month',
        amountCents: 9900,
        effectiveAt: '2026-12-20T10:00:00Z',
      },
      cancelAt: null,
      endedAt: null,
      createdAt: '2026-11-20T10:00:00Z',
    },
  ],
  payments: [
    {
      invoiceId: 'in_1',
      number: 'ADA-0001',
      paymentId: 'pi_1',
      providerSubscriptionId: 'sub_1',
      status: 'paid',
      amountDueCents: 4900,
      amountPaidCents: 4900,
      refundedCents: 1000,
      creditNotes: [{ id: 'cn_1', number: 'ADA-CN-01', amountCents: 1000, issuedAt: '2026-11-21T10:00:00Z' }],
      disputeStatus: 'needs_response',
      currency: 'usd',
      issuedAt: '2026-11-20T10:00:00Z',
    },
  ],
};

const undisputed: StaffPayment = { ...customer.payments[0]!, disputeStatus: null };
const [plan] = customer.subscriptions;
const active: StaffCustomer = {
  ...customer,
  deletionAt: null,
  subscriptions: [{ ...plan!, status: 'active', disputed: false, pendingChange: null }],
  payments: [undisputed],
};

/** The console's menu also has a list of this name. */
async function findPayments() {
  await screen.findByRole('list', { name: 'Plans' });
  return within(screen.getByRole('main')).getByRole('list', { name: 'Payments' });
}

/** Opens a customer's page as an administrator and clicks a button. */
async function openAction(shown: StaffCustomer, button: string, dialog: string) {
  signInStaff('admin');
  network.on(CUSTOMER, { body: shown });
  const { user } = visit('/admin/customers/u1');
  const opener = await screen.findByRole('button', { name: button });
  await user.click(opener);
  return { user, opener, dialog: within(screen.getByRole('dialog', { name: dialog })) };
}

describe('a customer', () => {
  const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

  it('whose name is written right to left keeps its id readable, and has initials of one script', async () => {
    signInStaff('support');
    const name = 'Zoë 🧾 <b> \u0645\u0631\u062D\u0628\u0627';
    network.on(CUSTOMER, { body: { ...customer, name } });
    visit('/admin/customers/u1');
    const shown = await screen.findByText(name);
    expect(shown.tagName).toBe('BDI');
    expect(shown.nextElementSibling).toHaveTextContent('u1');
    expect(screen.getByText('Z', { selector: '[aria-hidden]' })).toBeVisible();
  });

  it('opens with the dialog to replace the email when sent from an email', async () => {
    signInStaff('admin');
    network.on(CUSTOMER, { body: customer });
    network.on(`GET ${ADMIN}/emails/m1`, { body: detail({ userId: 'u1' }) });
    const { user } = visit('/admin/emails/m1');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    await user.click(await screen.findByRole('link', { name: 'Replace email' }));
    expect(await screen.findByRole('dialog', { name: 'Replace this customer’s email?' })).toBeVisible();
    expect(currentPath()).toBe('/admin/customers/u1');
  });

  const openDialog = () => openAction(customer, 'Replace email', 'Replace this customer’s email?');

  it('is shown with account, plans, payments and emails; only administrators can change something', async () => {
    signInStaff('support');
    network.on(CUSTOMER, { body: { ...customer, email: 'ada+team@example.com' } });
    mockEmails(Array.from({ length: 6 }, (_, index) => email(`m${index}`)));
    visit('/admin/customers/u1');
    await screen.findByRole('heading', { name: 'ada+team@example.com' });
    expect(fact('Email')).toHaveTextContent('Not confirmed');
    expect(fact('Signed up')).toHaveTextContent('Nov 19, 2026');
    expect(fact('Last sign-in')).toHaveTextContent('Nov 21, 2026');
    expect(fact('Two-factor authentication')).toHaveTextContent('Authenticator app, Phone');
    const emails = await region('Emails');
    const [first] = await emails.findAllByRole('listitem');
    expect(within(first!).getByRole('link')).toHaveAttribute('href', '/admin/emails/m0');
    expect(emails.getAllByRole('listitem')).toHaveLength(5);
    expect(network.calls(LIST)[0]?.query.get('recipient')).toBe('ada+team@example.com');
    const all = emails.getByRole('link', { name: 'All emails to this address' });
    expect(all).toHaveAttribute('href', '/admin?recipient=ada%2Bteam%40example.com');
    const plans = within(await screen.findByRole('list', { name: 'Plans' }));
    for (const text of ['Past due', 'Disputed', 'sub_1']) expect(plans.getByText(text)).toBeVisible();
    expect(plans.getByText(fullText(/^Changes to Growth, \$99 \/ month/))).toHaveTextContent('Dec 20, 2026');
    expect(screen.getByText('Visa ending in 4242, expires 04/2030')).toBeVisible();
    expect(screen.getByText(/^The customer asked to delete this account/)).toHaveTextContent('Dec 7, 2026');
    const payments = within(await findPayments());
    for (const text of [
      '$49',
      'Invoice ADA-0001',
      'Disputed',
      'Credit note ADA-CN-01',
      'Dispute: response needed',
      'pi_1',
    ])
      expect(payments.getByText(text)).toBeVisible();
    expect(payments.getAllByText(/\$10/)).toHaveLength(1);
    for (const name of [/^Replace email/, /^Refund/, /^End plan/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('link', { name: 'Submitted cancellations' })).toHaveAttribute(
      'href',
      '/admin/cancellations?search=u1',
    );
    expect(screen.queryByRole('link', { name: 'Audit log entries' })).toBeNull();
  });

  it('has a button to refund each payment of which something can be refunded', async () => {
    signInStaff('admin');
    const canceled = {
      status: 'void',
      amountDueCents: 93_961,
      amountPaidCents: 0,
      refundedCents: 0,
    } as const;
    const payments: StaffPayment[] = [
      undisputed,
      { ...undisputed, invoiceId: 'in_2', refundedCents: 4900 },
      { ...undisputed, invoiceId: 'in_3', ...canceled, creditNotes: [] },
    ];
    network.on(CUSTOMER, { body: { ...customer, payments } });
    visit('/admin/customers/u1');
    const rows = within(await findPayments()).getAllByRole('listitem');
    expect(rows).toHaveLength(3);
    [/\$49.*Partially refunded/, /\$49.*Refunded/, /\$939\.61.*Canceled/].forEach((text, index) => {
      expect(rows[index]).toHaveTextContent(text);
      const buttons = within(rows[index]!).queryAllByRole('button', { name: /^Refund/ });
      expect(buttons).toHaveLength(index === 0 ? 1 : 0);
    });
    const audit = screen.getByRole('link', { name: 'Audit log entries' });
    expect(audit).toHaveAttribute('href', '/admin/audit?subjectType=user&subjectId=u1');
  });

  it('is found by part of the email or name, and shown with the picture', async () => {
    signInStaff('support');
    const found = { id: 'u1', email: 'ada@example.com', name: 'Ada Buyer', createdAt: null, deleted: false };
    network.on(`GET ${ADMIN}/customers`, ({ query }) => ({
      body: { items: query.get('q') === 'ada' ? [found] : [] },
    }));
    network.on(CUSTOMER, { body: customer });
    const objects = [{ name: 'u1', updated_at: '2026-11-20T10:00:00Z' }];
    network.on('POST /api/storage/v1/object/list-v2/avatars', ({ body }) => ({
      body: { objects: body['prefix'] === 'u1' ? objects : [] },
    }));
    const { user } = visit('/admin/customers');
    expect(await screen.findByText('Who are you looking for?')).toBeVisible();
    const field = () => screen.getByLabelText('Email, name, ID, or invoice number');
    await user.type(field(), 'unknown{Enter}');
    expect(await screen.findByText('No matching customers')).toBeVisible();
    await user.clear(field());
    await user.type(field(), 'ada{Enter}');
    await user.click(await screen.findByRole('link', { name: 'ada@example.com' }));
    const heading = await screen.findByRole('heading', { name: 'ada@example.com' });
    await waitFor(() =>
      expect(heading.parentElement!.querySelector('img')?.src).toContain('/image/public/avatars/u1?'),
    );
  });

  it('whose account was deleted is found by an invoice number, with the documents that are kept', async () => {
    signInStaff('admin');
    const deleted = { id: 'u1', email: '', name: '', deleted: true };
    network.on(`GET ${ADMIN}/customers`, { body: { items: [{ ...deleted, createdAt: null }] } });
    network.on(CUSTOMER, { body: { ...customer, ...deleted } });
    const { user } = visit('/admin/customers?q=ADA-0001');
    await user.click(await screen.findByRole('link', { name: 'Deleted customer' }));
    expect(await screen.findByText(/This account was deleted/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Replace email' })).toBeNull();
    for (const [name, path] of [
      ['Invoice ADA-0001 as PDF', 'in_1/pdf'],
      ['Receipt for invoice ADA-0001 as PDF', 'in_1/receipt'],
    ] as const) {
      const DOCUMENT = `GET ${ADMIN}/invoices/${path}`;
      network.on(DOCUMENT, errorResponse(404, 'not_found', 'Invoice not found.'));
      await user.click(screen.getByRole('button', { name }));
      await findToast('Couldn’t download the document');
      expect(network.calls(DOCUMENT)).toHaveLength(1);
    }
  });

  it('gets a new email that is valid and of no other account, for a stated reason', async () => {
    const { user, dialog } = await openDialog();
    network.on(REPLACE, errorResponse(422, 'email_exists', 'Taken.'));
    const email = dialog.getByLabelText('New email');
    const submit = () => user.click(dialog.getByRole('button', { name: 'Replace email' }));
    await fill(user, email, 'no address');
    await submit();
    expect(email).toHaveAccessibleDescription(/Enter an email address/);
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/);
    expect(network.calls(REPLACE)).toHaveLength(0);
    await user.clear(email);
    await fill(user, email, ' new@example.com ');
    await fill(user, dialog.getByLabelText('Reason'), ' Lost the mailbox. ');
    await submit();
    expect(await dialog.findByText('Another account already has this email.')).toBeVisible();
    network.on(REPLACE, { body: { ...customer, email: 'new@example.com' } });
    await submit();
    expect(await findToast('Email replaced')).toBe('We notified ada@example.com.');
    const body = { email: 'new@example.com', reason: 'Lost the mailbox.' };
    expect(network.calls(REPLACE).at(-1)?.body).toEqual(body);
    expect(await screen.findByRole('heading', { name: 'new@example.com' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is reported as not found', async () => {
    signInStaff('support');
    network.on(CUSTOMER, errorResponse(404, 'not_found', 'Customer not found.'));
    visit('/admin/customers/u1');
    expect(await screen.findByText('Customer not found')).toBeVisible();
  });
});

describe('a payment', () => {
  const open = (shown = active) =>
    openAction(shown, 'Refund payment of invoice ADA-0001', 'Refund this payment?');

  it('is refunded in part, once, and the page shows it', async () => {
    const { user, opener, dialog } = await open();
    network.on(REFUND, { body: { refundId: 'r1', status: 'succeeded' } });
    const amount = dialog.getByLabelText('Amount in USD');
    expect(amount).toHaveFocus();
    expect(amount).toHaveValue('39.00');
    expect(dialog.queryByText(/^The Team plan doesn’t change/)).toBeNull();
    await user.click(dialog.getByRole('radio', { name: 'Keep plan' }));
    expect(dialog.getByText(/^The Team plan doesn’t change/)).toHaveTextContent('It renews on Dec 20, 2026.');
    await user.clear(amount);
    await user.type(amount, '$١٢٫٥');
    await fill(user, dialog.getByLabelText('Reason'), ' Goodwill. ');
    network.on(CUSTOMER, { body: { ...active, payments: [{ ...undisputed, refundedCents: 2250 }] } });
    const form = amount.closest('form')!;
    expect(dialog.getByRole('button', { name: 'Refund $12.50' })).toBeEnabled();
    fireEvent.submit(form);
    fireEvent.submit(form);
    expect(await findToast('Payment refunded')).toBe('$12.50 is on its way to the customer.');
    expect(network.calls(REFUND).map(({ body }) => body)).toEqual([
      { amountCents: 1250, endSubscription: false, reason: 'Goodwill.' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(opener).toHaveFocus();
    expect(await screen.findByText(fullText('$22.50 refunded'))).toBeVisible();
  });

  it('is not refunded without a valid amount, a choice about the plan and a reason', async () => {
    const { user, dialog } = await open();
    const amount = dialog.getByLabelText('Amount in USD');
    const submit = () => user.click(dialog.getByRole('button', { name: /^Refund/ }));
    for (const [text, error] of [
      ['39.01', /^Enter an amount from \$0.01 to \$39\./],
      ['12,5', /^Use a decimal point instead of a comma, for example 39\.00\./],
    ] as const) {
      await user.clear(amount);
      await user.type(amount, text);
      await submit();
      expect(amount).toHaveAccessibleDescription(error);
      await waitFor(() => expect(amount).toHaveFocus());
    }
    const plan = dialog.getByRole('radiogroup', { name: 'What happens to the plan?' });
    for (const radio of within(plan).getAllByRole('radio')) expect(radio).not.toBeChecked();
    expect(plan).toHaveAccessibleDescription('Choose whether to keep or end the plan.');
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/^Enter a reason/);
    expect(network.calls(REFUND)).toHaveLength(0);
  });

  it('is not refunded twice if the response was lost, and shows at the amount why it cannot be', async () => {
    const { user, dialog } = await open();
    const keys = () => network.calls(REFUND).map(({ headers }) => headers.get('Idempotency-Key'));
    await user.click(dialog.getByRole('radio', { name: 'Keep plan' }));
    await fill(user, dialog.getByLabelText('Reason'), 'Goodwill.');
    const submit = () => user.click(dialog.getByRole('button', { name: 'Refund $39' }));
    network.on(REFUND, 'offline');
    await submit();
    expect(await dialog.findByText('Couldn’t refund payment')).toBeVisible();
    network.on(REFUND, errorResponse(409, 'not_refundable', 'The amount exceeds what’s left to refund.'));
    await submit();
    const amount = dialog.getByLabelText('Amount in USD');
    await waitFor(() => expect(amount).toHaveAccessibleDescription(/^The amount exceeds/));
    await waitFor(() => expect(amount).toHaveFocus());
    expect(dialog.queryByRole('alert', { name: 'Couldn’t refund payment' })).toBeNull();
    network.on(REFUND, { body: { refundId: 'r1', status: 'pending' } });
    await submit();
    expect(await findToast('Refund requested')).toContain('still being processed');
    const [first, second, third] = keys();
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('of an ended plan is refunded without a choice about the plan', async () => {
    const subscriptions = [{ ...active.subscriptions[0]!, endedAt: '2026-11-23T10:00:00Z' }];
    const { dialog } = await open({ ...active, subscriptions });
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.getByText('The plan has already ended.')).toBeVisible();
  });
});

describe('a plan', () => {
  const open = (shown = active) => openAction(shown, 'End plan Team', 'End the Team plan?');

  it('is ended at the end of the period, once, and the page shows it', async () => {
    const pendingChange = plan!.pendingChange;
    const { user, opener, dialog } = await open({
      ...active,
      subscriptions: [{ ...active.subscriptions[0]!, pendingChange }],
    });
    network.on(END, { status: 202, body: { status: 'due' } });
    expect(dialog.getByText(/stays active until/)).toHaveTextContent('Dec 20, 2026');
    expect(dialog.getByText('The scheduled change to Growth won’t happen.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'End plan' }));
    const reason = dialog.getByLabelText('Reason');
    expect(reason).toHaveAccessibleDescription(/^Enter a reason/);
    await fill(user, reason, ' They asked by phone. ');
    const subscriptions = [{ ...active.subscriptions[0]!, cancelAt: '2026-12-20T10:00:00Z' }];
    network.on(CUSTOMER, { body: { ...active, subscriptions } });
    fireEvent.submit(reason.closest('form')!);
    fireEvent.submit(reason.closest('form')!);
    expect(await findToast('Plan set to end')).toBe('The Team plan won’t renew.');
    expect(network.calls(END).map(({ body }) => body)).toEqual([
      { atPeriodEnd: true, reason: 'They asked by phone.' },
    ]);
    expect(opener).toHaveFocus();
    expect(await screen.findByText(/^Ends/)).toHaveTextContent('Dec 20, 2026');
  });

  it('is ended right away, and stays if the server rejects that', async () => {
    const { user, dialog } = await open();
    network.on(END, errorResponse(409, 'change_not_possible', 'Your plan has ended.'));
    await user.click(dialog.getByRole('radio', { name: 'Right away' }));
    expect(dialog.getByText(/^The plan ends right away/)).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'Abuse.');
    await user.click(dialog.getByRole('button', { name: 'End plan' }));
    expect(await dialog.findByText('Couldn’t end plan')).toBeVisible();
    network.on(END, { status: 202, body: { status: 'due' } });
    await user.click(dialog.getByRole('button', { name: 'End plan' }));
    await findToast('Plan is ending');
    expect(network.calls(END).at(-1)!.body).toEqual({ atPeriodEnd: false, reason: 'Abuse.' });
  });

  it.each([{ status: 'past_due' }, { cancelAt: '2026-12-20T10:00:00Z' }] as const)(
    'can only be ended right away if %j',
    async (state) => {
      const { dialog } = await open({
        ...active,
        subscriptions: [{ ...active.subscriptions[0]!, ...state }],
      });
      expect(dialog.queryByRole('radio')).toBeNull();
      expect(dialog.getByText(/^The plan ends right away/)).toBeVisible();
    },
  );
});
