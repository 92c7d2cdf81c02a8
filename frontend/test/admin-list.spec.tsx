import { screen, waitFor, within } from '@testing-library/react';
import { detail, email, LIST, mockEmails, REPLAY_MANY, signInStaff } from './support/console';
import { network } from './support/network';
import { button, currentPath, visit } from './support/site';
import { ADMIN } from './support/responses';

describe('access to /admin', () => {
  it('sends visitors to sign in and back', async () => {
    visit('/admin/emails/m1?x=1');
    await screen.findByRole('form', { name: 'Sign in' });
    expect(currentPath()).toBe('/auth?next=%2Fadmin%2Femails%2Fm1%3Fx%3D1');
  });
});

describe('the email list', () => {
  beforeEach(() => signInStaff('support'));

  it('is filtered by recipient, status, template, and date, with the filter in the URL', async () => {
    mockEmails([email('m1')]);
    const { user } = visit('/admin');
    await screen.findByText('Welcome m1');
    await user.type(screen.getByLabelText('Recipient'), 'ada@');
    await user.selectOptions(screen.getByLabelText('Status'), 'Failed');
    await user.selectOptions(screen.getByLabelText('Template'), 'Welcome');
    await user.type(screen.getByLabelText('From'), '2026-11-01');
    await user.type(screen.getByLabelText('To'), '2026-11-02');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(network.calls(LIST)).toHaveLength(2));
    expect(Object.fromEntries(network.calls(LIST)[1]!.query)).toEqual({
      recipient: 'ada@',
      status: 'failed',
      template: 'welcome',
      createdFrom: new Date(2026, 10, 1).toISOString(),
      createdTo: new Date(2026, 10, 3).toISOString(),
      limit: '50',
    });
    expect(currentPath()).toBe(
      '/admin?recipient=ada%40&status=failed&template=welcome&from=2026-11-01&to=2026-11-02',
    );
  });

  it('links to an email and back to the results', async () => {
    mockEmails([email('m1')]);
    network.on(`GET ${ADMIN}/emails/m1`, { body: detail() });
    const { user } = visit('/admin?status=failed');
    expect(await screen.findByText('Welcome', { selector: 'p' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Welcome m1' }));
    expect(
      await screen.findByRole('link', { name: /^m1@example\.com.*all emails to this address$/ }),
    ).toHaveAttribute('href', '/admin?recipient=m1%40example.com');
    await user.click(screen.getByRole('link', { name: 'Back to results' }));
    expect(await screen.findByText('Welcome m1')).toBeVisible();
    expect(currentPath()).toBe('/admin?status=failed');
  });
});

describe('resending several emails', () => {
  beforeEach(() => signInStaff('support'));

  it('asks for confirmation, resends the selection, and shows the results', async () => {
    mockEmails([email('m1'), email('m2'), email('m3')]);
    network.on(REPLAY_MANY, {
      body: {
        queued: 1,
        remaining: 0,
        results: [
          { emailId: 'm1', outcome: 'queued', replayId: 'm9' },
          { emailId: 'm3', outcome: 'rejected', message: 'It was sent already.' },
        ],
      },
    });
    const { user } = visit('/admin');
    const all = await button('Resend all matching');
    expect(all).toBeDisabled();
    expect(all).toHaveAccessibleDescription('To resend all matching emails, filter the list first.');
    await user.click(await screen.findByRole('checkbox', { name: /Welcome m1/ }));
    await user.click(screen.getByRole('checkbox', { name: /Welcome m3/ }));
    await user.click(screen.getByRole('button', { name: 'Resend selected' }));
    const question = within(screen.getByRole('dialog', { name: 'Resend 2 emails?' }));
    expect(network.calls(REPLAY_MANY)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Resend' }));

    const outcome = within(await screen.findByRole('dialog', { name: 'Result' }));
    expect(outcome.getByText('1 of 2 will be resent.')).toBeVisible();
    const [first, second] = outcome.getAllByRole('listitem');
    expect(first).toHaveTextContent('m1@example.comQueued');
    expect(within(first!).getByRole('link')).toHaveAttribute('href', '/admin/emails/m9');
    expect(second).toHaveTextContent('m3@example.comRejectedIt was sent already.');
    expect(network.calls(REPLAY_MANY)[0]?.body).toEqual({ ids: ['m1', 'm3'] });
    expect(network.calls(REPLAY_MANY)[0]?.headers.get('Idempotency-Key')).toBeTruthy();

    await waitFor(() => expect(network.calls(LIST)).toHaveLength(2));
    await user.click(outcome.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(network.calls(LIST)).toHaveLength(3));
    expect(screen.getByRole('button', { name: 'Resend selected' })).toBeDisabled();
  });

  it('shows which emails it skips, and why, before it is confirmed', async () => {
    mockEmails([
      email('m1'),
      email('m2', { status: 'sent', lastError: null }),
      email('m3', { replayedById: 'm4' }),
    ]);
    network.on(REPLAY_MANY, { body: { queued: 1, remaining: 0, results: [] } });
    const { user } = visit('/admin');
    // A failed email that was resent is not highlighted.
    expect(await screen.findByText('Failed, resent')).toBeVisible();
    expect(screen.getAllByText('Failed', { selector: 'span' })).toHaveLength(1);
    expect(screen.getAllByText('550 no such mailbox')).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.click(screen.getByRole('button', { name: 'Resend selected' }));
    const question = within(screen.getByRole('dialog', { name: 'Resend 1 email?' }));
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'm1@example.com',
      'm2@example.comAlready sent',
      'm3@example.comAlready resent',
    ]);
    await user.click(question.getByRole('button', { name: 'Resend' }));
    await screen.findByRole('dialog', { name: 'Result' });
    expect(network.calls(REPLAY_MANY)[0]?.body).toEqual({ ids: ['m1'] });
  });

  it.each([
    ['a selection', 'Resend selected', 'Nothing to resend'],
    ['a search', 'Resend all matching', 'Resend all matching emails?'],
  ])('is not offered for %s of sent emails', async (_, button, title) => {
    mockEmails([email('m1', { status: 'sent' })]);
    const { user } = visit('/admin?status=sent');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
    await user.click(screen.getByRole('button', { name: button }));
    const question = within(screen.getByRole('dialog', { name: title }));
    expect(question.getByText(/Only failed and canceled emails/)).toBeVisible();
    expect(question.getByRole('button', { name: 'Resend' })).toBeDisabled();
  });

  it('resends all matching emails after showing the filter', async () => {
    mockEmails([email('m1')], 'next');
    network.on(REPLAY_MANY, { body: { queued: 0, results: [], remaining: 0 } });
    const dates = 'from=2026-11-01&to=2026-11-02';
    const { user } = visit(`/admin?status=failed&recipient=example.com&template=welcome&${dates}`);
    const open = async () => {
      await user.click(await button('Resend all matching'));
      return within(screen.getByRole('dialog', { name: 'Resend all matching emails?' }));
    };
    await user.click((await open()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const question = await open();
    for (const text of [
      'status is “Failed”',
      'recipient contains “example.com”',
      'template is “Welcome”',
      /^created from Nov 1, 2026, 12:00:00.AM \S+/,
      /^created before Nov 3, 2026, 12:00:00.AM \S+/,
    ])
      expect(question.getByText(text)).toBeVisible();
    expect(network.calls(REPLAY_MANY)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('No matching email can be resent.')).toBeVisible();
    expect(network.calls(REPLAY_MANY)[0]?.body).toMatchObject({
      filter: { status: 'failed', recipient: 'example.com', template: 'welcome' },
    });
  });

  it('continues when more emails match than one call handles', async () => {
    mockEmails([email('m1')]);
    const results = [{ emailId: 'm1', outcome: 'queued', replayId: 'm9' }];
    network.on(REPLAY_MANY, () => ({
      body: { queued: 1, results, remaining: network.calls(REPLAY_MANY).length === 1 ? 700 : 0 },
    }));
    const { user } = visit('/admin?status=failed');
    await user.click(await screen.findByRole('button', { name: 'Resend all matching' }));
    await user.click(screen.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText(/700 more match/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue with the rest' }));
    await waitFor(() => expect(screen.queryByText(/700 more match/)).toBeNull());
    const keys = network.calls(REPLAY_MANY).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });
});
