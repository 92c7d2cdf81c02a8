import { screen, waitFor, within } from '@testing-library/react';
import { signInCustomer } from './support/account';
import { network } from './support/network';
import { findToast, visit } from './support/site';
import { user } from './support/responses';

const { id } = user();
const LIST = 'POST /api/storage/v1/object/list-v2/avatars';
const OBJECT = `/api/storage/v1/object/avatars/${id}`;
const WITHOUT_PICTURE = { body: { objects: [] } };
const WITH_PICTURE = { body: { objects: [{ name: id, updated_at: '2026-11-22T10:00:00.000Z' }] } };
const renderUrl = (size: number) =>
  `/api/storage/v1/render/image/public/avatars/${id}?width=${size}&height=${size}&v=2026-11-22T10%3A00%3A00.000Z`;

const section = async () => within(await screen.findByRole('region', { name: 'Profile picture' }));
const images = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));

describe('the profile picture', () => {
  it('is shown in the header and on the account page, loaded once', async () => {
    signInCustomer();
    network.on(LIST, WITH_PICTURE);
    visit('/account/profile');
    expect((await section()).getByRole('button', { name: 'Replace picture' })).toBeVisible();
    await waitFor(() => expect(new Set(images())).toEqual(new Set([renderUrl(64), renderUrl(192)])));
    expect(network.calls(LIST)).toHaveLength(1);
    expect(network.calls(LIST)[0]!.body).toEqual({ prefix: id, limit: 1 });
  });

  it('is replaced by initials if there is none', async () => {
    signInCustomer({ fullName: 'Ada King Lovelace' });
    network.on(LIST, WITHOUT_PICTURE);
    visit('/account/profile');
    const { getByRole, getByText, queryByRole } = await section();
    expect(getByRole('button', { name: 'Choose picture' })).toBeVisible();
    expect(getByText('AL')).toHaveAttribute('aria-hidden', 'true');
    expect(queryByRole('button', { name: 'Remove picture' })).toBeNull();
    expect(images()).toEqual([]);
  });

  it('is replaced by initials if it belongs to another user, or cannot be loaded', async () => {
    signInCustomer();
    network.on(LIST, { body: { objects: [{ name: `${id}0`, updated_at: '2026-11-22T10:00:00.000Z' }] } });
    const { unmount } = visit('/account/profile');
    expect((await section()).getByText('AL')).toBeVisible();
    unmount();
    network.on(LIST, 'offline');
    visit('/account/profile');
    expect((await section()).getByText('AL')).toBeVisible();
    expect(images()).toEqual([]);
  });

  it('is removed after a confirmation', async () => {
    signInCustomer();
    network.on(LIST, WITH_PICTURE);
    const { keyboard } = visit('/account/profile');
    await keyboard.click(await (await section()).findByRole('button', { name: 'Remove picture' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove your picture?' }));
    network.on(`DELETE ${OBJECT}`, { status: 503, body: { code: 'SlowDown', message: 'Busy.' } });
    await keyboard.click(dialog.getByRole('button', { name: 'Remove picture' }));
    expect(await dialog.findByText('Busy.')).toBeVisible();
    network.on(`DELETE ${OBJECT}`, { body: { message: 'Successfully deleted' } });
    network.on(LIST, WITHOUT_PICTURE);
    await keyboard.click(dialog.getByRole('button', { name: 'Remove picture' }));
    expect(await findToast('Picture removed')).toBe('Your initials will be shown instead.');
    expect(await (await section()).findByRole('button', { name: 'Choose picture' })).toBeVisible();
  });

  it('must be a picture of a supported type and size', async () => {
    signInCustomer();
    network.on(LIST, WITHOUT_PICTURE);
    const { keyboard } = visit('/account/profile');
    const { findByText } = await section();
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    input.removeAttribute('accept');
    await keyboard.upload(input, new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' }));
    expect(await findByText('We can’t use this file')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Position your picture' })).toBeNull();
  });
});
