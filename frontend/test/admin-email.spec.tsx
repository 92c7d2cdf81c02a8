import { fireEvent, screen, within } from '@testing-library/react';
import { detail, signInStaff } from './support/console';
import { network, type MockResponse } from './support/network';
import { findToast, visit, fill } from './support/site';
import { ADMIN, errorResponse } from './support/responses';

describe('an email', () => {
  const DETAIL = `GET ${ADMIN}/emails/m1`;
  const REPLAY = `POST ${ADMIN}/emails/m1/replay`;
  beforeEach(() => signInStaff('support'));

  it('shows its attempts and its content in a sandboxed frame', async () => {
    network.on(DETAIL, { body: detail() });
    visit('/admin/emails/m1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome m1' })).toBeVisible();
    expect(screen.getByRole('link', { current: true, name: 'Emails' })).toHaveAttribute('href', '/admin');
    const attempts = within(screen.getByRole('table', { name: 'Attempts' }));
    expect(attempts.getByText('451 try later')).toBeVisible();
    expect(attempts.getByText('550 no such mailbox')).toBeVisible();
    const frame = screen.getByTitle('Email: Welcome m1');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('srcdoc', '<p>Hello</p>');
  });

  it('opens the dialog on a double click, and is shown as resent behind it', async () => {
    network.on(DETAIL, { body: detail() });
    network.on(REPLAY, () => {
      network.on(DETAIL, { body: detail({ replayedById: 'm9', replayable: false }) });
      return { body: { emailId: 'm1', outcome: 'queued' } };
    });
    const { user } = visit('/admin/emails/m1');
    const opener = await screen.findByRole('button', { name: 'Resend email' });
    await user.click(opener);
    const dialog = screen.getByRole('dialog', { name: 'Resend this email?' });
    // The second click of a double click lands on the backdrop.
    fireEvent.click(dialog, { detail: 2 });
    expect(dialog).toBeVisible();
    const resend = within(dialog).getByRole('button', { name: 'Resend' });
    fireEvent.click(resend);
    fireEvent.click(resend);
    expect(await screen.findByText('Failed, resent')).toBeVisible();
    expect(screen.getByRole('link', { name: 'm9' })).toHaveAttribute('href', '/admin/emails/m9');
    expect(network.calls(REPLAY)).toHaveLength(1);
    expect(screen.getByRole('dialog', { name: 'Result' })).toBeVisible();
    fireEvent.click(screen.getByRole('dialog'), { detail: 1 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  describe('resent from the dialog', () => {
    const RESENT = `GET ${ADMIN}/emails/m9`;
    const resent = (overrides: Parameters<typeof detail>[0]) => ({
      body: detail({ id: 'm9', recipient: 'right@example.com', lastError: null, ...overrides }),
    });
    const resend = async (first: MockResponse) => {
      network.on(DETAIL, { body: detail() });
      network.on(REPLAY, { body: { emailId: 'm1', outcome: 'queued', replayId: 'm9' } });
      network.on(RESENT, first);
      const { user } = visit('/admin/emails/m1');
      await user.click(await screen.findByRole('button', { name: 'Resend email' }));
      await user.click(screen.getByRole('button', { name: 'Resend' }));
      const outcome = within(await screen.findByRole('dialog', { name: 'Result' }));
      expect(await outcome.findByText('right@example.com')).toBeVisible();
      expect(outcome.getByRole('link', { name: 'Open the new email' })).toHaveAttribute(
        'href',
        '/admin/emails/m9',
      );
      return { outcome, user };
    };
    /** Titles of verdicts; exactly one is shown at a time. */
    const verdicts = (outcome: ReturnType<typeof within>) =>
      outcome
        .queryAllByText(/^(Sent|Sending|Queued|Already queued|Failed|Canceled)\b/)
        .map((found: HTMLElement) => found.textContent);

    it('is polled until it is sent', async () => {
      const { outcome } = await resend(resent({ status: 'queued' }));
      expect(outcome.getByText(/Sending to/)).toBeVisible();
      expect(verdicts(outcome)).toEqual(['Queued', 'Sending to right@example.com...']);
      network.on(RESENT, resent({ status: 'sent', sentAt: '2026-11-20T11:00:00Z' }));
      expect(await outcome.findByText(/Accepted by the mail server/)).toBeVisible();
      expect(verdicts(outcome)).toEqual(['Sent']);
    });

    it('is polled until it fails after being deferred', async () => {
      const { outcome } = await resend(
        resent({ status: 'queued', lastError: '451 try later', nextAttemptAt: '2026-11-20T11:00:00Z' }),
      );
      expect(outcome.getByText('451 try later')).toBeVisible();
      expect(verdicts(outcome)).toEqual(['Queued']);
      network.on(RESENT, resent({ status: 'failed', lastError: '550 no such mailbox' }));
      expect(await outcome.findByRole('alert')).toHaveTextContent('550 no such mailbox');
      expect(verdicts(outcome)).toEqual(['Failed']);
    });

    it('shows an error when its status cannot be loaded', async () => {
      network.on(DETAIL, { body: detail() });
      network.on(REPLAY, { body: { emailId: 'm1', outcome: 'already_queued', replayId: 'm9' } });
      network.on(RESENT, 'offline');
      const { user } = visit('/admin/emails/m1');
      await user.click(await screen.findByRole('button', { name: 'Resend email' }));
      await user.click(screen.getByRole('button', { name: 'Resend' }));
      expect(await screen.findByText('Status unavailable')).toBeVisible();
      expect(screen.getByText(/Someone resent it before you/)).toBeVisible();
    });
  });

  it.each([
    ['admin', 'Replace email', /Is the address of the account wrong/],
    ['support', 'the customer', /Ask an administrator to replace the email/],
  ] as const)(
    'explains to %s when to replace the email of the account instead',
    async (role, link, advice) => {
      signInStaff(role);
      network.on(DETAIL, { body: detail({ userId: 'c1' }) });
      const { user } = visit('/admin/emails/m1');
      await user.click(await screen.findByRole('button', { name: 'Resend email' }));
      const dialog = within(screen.getByRole('dialog'));
      expect(await dialog.findByRole('link', { name: link })).toBeVisible();
      expect(dialog.getByText(advice)).toBeVisible();
      expect(dialog.getByText(/only gets a copy/)).toBeVisible();
      expect(dialog.getByRole('link')).toHaveAttribute('href', '/admin/customers/c1');
    },
  );

  it('can only be resent to another address once it has been sent', async () => {
    network.on(DETAIL, { body: detail({ status: 'sent', replayRecipient: null }) });
    network.on(REPLAY, { body: { emailId: 'm1', outcome: 'queued' } });
    const { user } = visit('/admin/emails/m1');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Resend this email?' }));
    expect(dialog.getByText(/accepted “Welcome m1” for/)).toHaveTextContent(
      'It can only be resent to another address.',
    );
    const address = dialog.getByLabelText('Send to');
    expect(address).toHaveValue('');
    for (const [typed, error] of [
      ['', /Enter the address to send this email to/],
      ['M1@example.com', /Enter an address other than m1@example\.com/],
    ] as const) {
      if (typed) await user.type(address, typed);
      await user.click(dialog.getByRole('button', { name: 'Resend' }));
      expect(address).toHaveAccessibleDescription(error);
    }
    expect(network.calls(REPLAY)).toHaveLength(0);
    await user.clear(address);
    await fill(user, address, 'right@example.com');
    await user.click(dialog.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('Queued')).toBeVisible();
    expect(network.calls(REPLAY)[0]?.body).toEqual({ recipient: 'right@example.com' });
  });

  it('shows why it cannot be resent', async () => {
    const reason = 'The mail server accepted this email.';
    const blocked = { replayable: false, correctable: false, replayRecipient: null };
    network.on(DETAIL, { body: detail({ status: 'sent', ...blocked, replayBlockedReason: reason }) });
    visit('/admin/emails/m1');
    const button = await screen.findByRole('button', { name: 'Resend email' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(reason);
    expect(screen.getByText(reason)).toBeVisible();
  });

  it('can only be resent to the account’s current address when corrections are not allowed', async () => {
    network.on(DETAIL, { body: detail({ correctable: false, replayRecipient: 'moved@example.com' }) });
    network.on(REPLAY, errorResponse(409, 'email_not_replayable', 'It is being sent right now.'));
    const { user } = visit('/admin/emails/m1');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    const dialog = screen.getByRole('dialog', { name: 'Resend this email?' });
    expect(dialog).toHaveTextContent('will be resent to moved@example.com');
    expect(dialog).toHaveTextContent('It was first sent to m1@example.com');
    expect(screen.queryByLabelText('Send to')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It is being sent right now.');
    expect(network.calls(REPLAY)[0]?.body).toEqual({});
  });

  it('is canceled after confirmation', async () => {
    network.on(DETAIL, { body: detail({ status: 'queued', cancelable: true, replayable: false }) });
    network.on(`POST ${ADMIN}/emails/m1/cancel`, { body: detail({ status: 'canceled' }) });
    const { user } = visit('/admin/emails/m1');
    await user.click(await screen.findByRole('button', { name: 'Cancel email' }));
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeDisabled();
    network.on(DETAIL, { body: detail({ status: 'canceled' }) });
    await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    await findToast('Email canceled');
    expect(await screen.findByText('Canceled')).toBeVisible();
  });

  it('is dismissed, not canceled, once it failed', async () => {
    network.on(DETAIL, { body: detail({ status: 'failed', cancelable: true }) });
    network.on(`POST ${ADMIN}/emails/m1/cancel`, { body: detail({ status: 'canceled' }) });
    const { user } = visit('/admin/emails/m1');
    await user.click(await screen.findByRole('button', { name: 'Dismiss email' }));
    expect(screen.queryByRole('button', { name: /cancel/i })).toBeNull();
    const question = within(screen.getByRole('dialog', { name: 'Dismiss this email?' }));
    await user.click(question.getByRole('button', { name: 'Dismiss email' }));
    await findToast('Email dismissed');
  });

  it('shows an error when it does not exist', async () => {
    visit('/admin/emails/none');
    expect(await screen.findByText('Email not found')).toBeVisible();
  });
});
