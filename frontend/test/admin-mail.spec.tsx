import { screen, within } from '@testing-library/react';
import { detail, staffIs } from './support/console';
import { network } from './support/network';
import { toastOf, visit } from './support/site';
import { ADMIN, refusal } from './support/wire';

describe('one mail', () => {
  const DETAIL = `GET ${ADMIN}/emails/m1`;
  const REPLAY = `POST ${ADMIN}/emails/m1/replay`;
  beforeEach(() => staffIs('support'));

  it('shows every attempt and the rendered mail in a frame that can do nothing', async () => {
    network.on(DETAIL, { body: detail() });
    visit('/admin/emails/m1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome m1' })).toBeVisible();
    const attempts = within(screen.getByRole('table', { name: 'Attempts' }));
    expect(attempts.getByText('451 try later')).toBeVisible();
    expect(attempts.getByText('550 no such mailbox')).toBeVisible();
    const frame = screen.getByTitle('Mail: Welcome m1');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('srcdoc', '<p>Hello</p>');
  });

  it('leads to the mail that took its place', async () => {
    network.on(DETAIL, { body: detail({ replayedById: 'm2', replayable: false }) });
    visit('/admin/emails/m1');
    expect(await screen.findByRole('link', { name: 'm2' })).toHaveAttribute('href', '/admin/emails/m2');
    expect(screen.getByText('Failed, replayed')).toBeVisible();
  });

  it('is replayed to a corrected address', async () => {
    network.on(DETAIL, { body: detail() });
    network.on(REPLAY, { body: { emailId: 'm1', outcome: 'queued' } });
    const { keyboard } = visit('/admin/emails/m1');
    await keyboard.click(await screen.findByRole('button', { name: 'Replay' }));
    const address = screen.getByLabelText('Send to');
    await keyboard.clear(address);
    await keyboard.type(address, 'not an address');
    await keyboard.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter an email address');
    await keyboard.clear(address);
    await keyboard.type(address, 'right@example.com');
    await keyboard.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('1 of 1 will be sent again.')).toBeVisible();
    expect(network.calls(REPLAY)[0]?.body).toEqual({ recipient: 'right@example.com' });
  });

  it('is replayed to its own address only, where no other is allowed', async () => {
    network.on(DETAIL, { body: detail({ correctable: false }) });
    network.on(REPLAY, refusal(409, 'email_not_replayable', 'It is being sent right now.'));
    const { keyboard } = visit('/admin/emails/m1');
    await keyboard.click(await screen.findByRole('button', { name: 'Replay' }));
    expect(screen.queryByLabelText('Send to')).toBeNull();
    await keyboard.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It is being sent right now.');
    expect(network.calls(REPLAY)[0]?.body).toEqual({});
  });

  it('is stopped after a question', async () => {
    network.on(DETAIL, { body: detail({ status: 'queued', cancelable: true, replayable: false }) });
    network.on(`POST ${ADMIN}/emails/m1/cancel`, { body: detail({ status: 'canceled' }) });
    const { keyboard } = visit('/admin/emails/m1');
    await keyboard.click(await screen.findByRole('button', { name: 'Cancel mail' }));
    expect(screen.getByRole('button', { name: 'Replay' })).toBeDisabled();
    network.on(DETAIL, { body: detail({ status: 'canceled' }) });
    await keyboard.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    await toastOf('Mail canceled');
    expect(await screen.findByText('Canceled')).toBeVisible();
  });

  it('that does not exist is said to be so', async () => {
    visit('/admin/emails/none');
    expect(await screen.findByText('There is no such mail')).toBeVisible();
  });
});
