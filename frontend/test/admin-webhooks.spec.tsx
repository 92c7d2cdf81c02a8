import { screen, waitFor, within } from '@testing-library/react';
import type { WebhookListItem } from '@subscription-site/shared/contracts';
import { consoleList, signInStaff } from './support/console';
import { network } from './support/network';
import { currentPath, findToast, visit } from './support/site';
import { ADMIN, errorResponse } from './support/responses';

const REPLAY = `POST ${ADMIN}/webhooks/w1/replay`;

const webhook = (id: string, overrides: Partial<WebhookListItem> = {}): WebhookListItem => ({
  id,
  providerEventId: `evt_${id}`,
  type: 'invoice.paid',
  objectId: 'in_1',
  status: 'handled',
  receivedAt: '2026-11-20T10:00:00Z',
  handledAt: '2026-11-20T10:00:01Z',
  attempts: 1,
  lastError: null,
  replayable: true,
  ...overrides,
});
const failing = (id: string) =>
  webhook(id, {
    type: 'customer.subscription.updated',
    objectId: 'sub_1',
    status: 'failing',
    handledAt: null,
    attempts: 3,
    lastError: 'Our payment provider is temporarily unavailable.',
  });
const {
  route: WEBHOOKS,
  respondWith: webhooksAre,
  lastQuery,
  rows,
} = consoleList<WebhookListItem>('webhooks', 'Webhooks');

describe('webhook events in the console', () => {
  it('are listed with status, attempts, and last error, without controls for support staff', async () => {
    signInStaff('support');
    webhooksAre([failing('w1'), webhook('w2', { handledAt: null, attempts: null })]);
    const { keyboard } = visit('/admin/queues');
    await keyboard.click(await screen.findByRole('link', { name: 'Webhooks' }));
    const [first, second] = await rows();
    expect(first).toHaveTextContent(
      /customer\.subscription\.updated.*Failing.*sub_1.*evt_w1.*Received.*3 attempts.*temporarily unavailable/,
    );
    expect(first).not.toHaveTextContent('Handled');
    expect(second).toHaveTextContent(/invoice\.paid.*Handled.*in_1/);
    expect(second).not.toHaveTextContent('attempt');
    expect(screen.queryByRole('button', { name: /Process again/ })).toBeNull();
  });

  it('are updated until they are handled', async () => {
    signInStaff('support');
    webhooksAre([webhook('w1', { status: 'received', handledAt: null })]);
    visit('/admin/webhooks');
    expect((await rows())[0]).toHaveTextContent('Received');
    webhooksAre([webhook('w1')]);
    expect(await screen.findByText('Handled', { selector: 'span' })).toBeVisible();
  });

  it('are filtered by object, type, and status, with the filter in the URL', async () => {
    signInStaff('support');
    webhooksAre([webhook('w1')]);
    const { keyboard } = visit('/admin/webhooks');
    await keyboard.type(await screen.findByLabelText('Object ID'), ' sub_1 ');
    await keyboard.type(screen.getByLabelText('Type'), 'invoice.');
    await keyboard.selectOptions(screen.getByLabelText('Status'), 'failing');
    await keyboard.click(screen.getByRole('button', { name: 'Search' }));
    const filter = { objectId: 'sub_1', type: 'invoice.', status: 'failing' };
    await waitFor(() => expect(lastQuery()).toEqual({ ...filter, limit: '50' }));
    expect(currentPath()).toBe('/admin/webhooks?objectId=sub_1&type=invoice.&status=failing');
    await keyboard.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '50' }));
  });

  it('are not fetched for a filter that the server would reject', async () => {
    signInStaff('support');
    webhooksAre([]);
    const { keyboard } = visit('/admin/webhooks?status=failing');
    expect(await screen.findByText('No matching webhooks')).toBeVisible();
    await keyboard.click(screen.getByRole('link', { name: 'Show all webhooks' }));
    expect(await screen.findByText('No webhooks in the last 120 days')).toBeVisible();
    const asked = network.calls(WEBHOOKS).length;
    await keyboard.type(screen.getByLabelText('Object ID'), 'ada@example.com');
    await keyboard.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Use only letters, digits, and underscores')).toBeVisible();
    expect(network.calls(WEBHOOKS)).toHaveLength(asked);
  });

  it('are paginated, with a retry after an error', async () => {
    signInStaff('support');
    network.on(WEBHOOKS, errorResponse(503, 'service_unavailable', 'Busy'));
    const { keyboard } = visit('/admin/webhooks');
    await screen.findByText('The webhooks couldn’t be loaded');
    webhooksAre([webhook('w1')], 'next');
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
    webhooksAre([webhook('w2')]);
    await keyboard.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(lastQuery()).toEqual({ cursor: 'next', limit: '50' });
  });

  it('are processed again by an administrator, with a reason', async () => {
    signInStaff('admin');
    webhooksAre([failing('w1'), webhook('w2', { replayable: false })]);
    network.on(REPLAY, errorResponse(503, 'service_unavailable', 'Busy'));
    const { keyboard } = visit('/admin/webhooks');
    await rows();
    expect(screen.getAllByRole('button', { name: /Process again/ })).toHaveLength(1);
    await keyboard.click(screen.getByRole('button', { name: 'Process again evt_w1' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Process this event again?' }));
    await keyboard.click(dialog.getByRole('button', { name: 'Process again' }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/);
    expect(network.calls(REPLAY)).toHaveLength(0);
    await keyboard.type(dialog.getByLabelText('Reason'), 'The provider was down');
    await keyboard.click(dialog.getByRole('button', { name: 'Process again' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Couldn’t process event again');
    network.on(REPLAY, { status: 202, body: { status: 'due' } });
    await keyboard.click(dialog.getByRole('button', { name: 'Process again' }));
    expect(await findToast('Event queued')).toBe('customer.subscription.updated will be processed shortly.');
    expect(network.calls(REPLAY).at(-1)?.body).toEqual({ reason: 'The provider was down' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
