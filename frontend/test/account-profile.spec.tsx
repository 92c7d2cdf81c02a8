import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mockAccount, signInCustomer, USER } from './support/account';
import { network } from './support/network';
import { AUTH, authErrorResponse, session, authUser } from './support/responses';
import { dialog, fill, findForm, findOnce, findToast, region, visit } from './support/site';

const UPDATE = `PUT ${USER}`;

describe('the profile', () => {
  it('is linked in the account menu and in the navigation of the account', async () => {
    signInCustomer();
    const { user } = visit('/account/security');
    const navigation = within(await screen.findByRole('navigation', { name: 'Account' }));
    await user.click(navigation.getByRole('link', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    for (const name of ['Name', 'Profile picture', 'Email address'])
      expect(await screen.findByRole('region', { name })).toBeVisible();
    // Sign-in by phone is off by default.
    expect(screen.queryByRole('region', { name: 'Phone number' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Account' }));
    expect(screen.getAllByRole('link', { name: 'Profile' })[0]).toHaveAttribute('href', '/account/profile');
  });
});

describe('the name', () => {
  it('is changed if it is valid', async () => {
    signInCustomer();
    network.on(UPDATE, { body: authUser() });
    const { user } = visit('/account/profile');
    const entries = await findForm('Name');
    const name = entries.getByLabelText('Full name');
    const save = async (text: string) => {
      await user.clear(name);
      await fill(user, name, text);
      await user.click(entries.getByRole('button', { name: 'Save name' }));
    };
    for (const [text, reason] of [
      [' ', 'Enter your full name.'],
      ['see evil.com/x', 'Enter a name without links or email addresses.'],
      ['Ada\u202eKing', 'Remove invisible or control characters from the name.'],
    ] as const) {
      await save(text);
      await waitFor(() => expect(name).toHaveAccessibleDescription(reason));
    }
    await save(' Ada King ');
    await findToast('Name changed');
    expect(network.calls(UPDATE).map(({ body }) => body)).toEqual([
      expect.objectContaining({ data: { full_name: 'Ada King' } }),
    ]);
  });
});

describe('an email change', () => {
  const ask = async (address: string) => {
    const { user } = visit('/account/profile');
    const entries = await findForm('Email address');
    await fill(user, entries.getByLabelText('New email address'), address);
    await user.click(entries.getByRole('button', { name: 'Change email' }));
    return { user, entries };
  };

  it('waits for both addresses and can be resent', async () => {
    signInCustomer();
    network.on(UPDATE, () => {
      mockAccount({ newEmail: 'ada@new.example' });
      return { body: authUser({ newEmail: 'ada@new.example' }) };
    });
    network.on(`POST ${AUTH}/resend`, () => {
      const sentNow = { email_change_sent_at: new Date().toISOString() };
      network.on(`GET ${USER}`, { body: { ...authUser({ newEmail: 'ada@new.example' }), ...sentNow } });
      return { body: {} };
    });
    const { user } = await ask('ada@new.example');
    expect(await findToast('Check both inboxes')).toBe(
      'We sent a link to each address. Click both to finish.',
    );
    expect(await screen.findByText('Confirm the change from both addresses')).toBeVisible();
    expect(screen.getByText('ada@new.example')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resend' }));
    await findToast('Emails resent');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Email address' })).toHaveFocus());
    expect(network.calls(`POST ${AUTH}/resend`)[0]?.body).toMatchObject({
      type: 'email_change',
      email: 'ada@example.com',
    });
  });

  it('is confirmed with the codes sent to both addresses', async () => {
    signInCustomer();
    mockAccount({ newEmail: 'ada@new.example' });
    const VERIFY = `POST ${AUTH}/verify`;
    network.on(VERIFY, ({ body }) => {
      if (body['email'] === 'ada@example.com') return { body: { msg: 'Proceed', code: '200' } };
      mockAccount({ email: 'ada@new.example' });
      return { body: session(authUser({ email: 'ada@new.example' })) };
    });
    const { user } = visit('/account/profile');
    const enter = async (name: string) => {
      await user.click(await screen.findByRole('button', { name }));
      await user.type(screen.getByLabelText('Code'), '177117');
    };
    await enter('Code for your current address');
    expect(await screen.findByText(/Now confirm the other address/)).toBeVisible();
    await enter('Code for your new address');
    expect(await findToast('Email changed')).toBe('From now on, sign in with ada@new.example.');
    await waitFor(() => expect(screen.queryByText('Confirm the change from both addresses')).toBeNull());
    expect(network.calls(VERIFY).map(({ body }) => [body['type'], body['email'], body['token']])).toEqual([
      ['email_change', 'ada@example.com', '177117'],
      ['email_change', 'ada@new.example', '177117'],
    ]);
  });

  it('rejects an address that is invalid, already yours or of another account', async () => {
    signInCustomer();
    network.on(UPDATE, authErrorResponse(422, 'email_exists', 'Already registered'));
    const { user, entries } = await ask('not an address');
    const entry = entries.getByLabelText('New email address');
    expect(entry).toHaveAccessibleDescription(/Enter an email address like/);
    for (const [address, reason] of [
      ['ada@example.com', /already your email address/],
      ['bob@example.com', /another account/],
    ] as const) {
      await user.clear(entry);
      await user.type(entry, `${address}{Enter}`);
      await findOnce(reason);
      expect(entry).toHaveAccessibleDescription(reason);
    }
    await waitFor(() => expect(entry).toHaveFocus());
    expect(network.calls(UPDATE)).toHaveLength(1);
  });

  it('requires a confirmed email', async () => {
    signInCustomer({ unconfirmed: true });
    visit('/account/profile');
    expect(await screen.findByText('This email isn’t confirmed')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Get a new confirmation email' })).toHaveAttribute(
      'href',
      '/auth/confirm?type=signup',
    );
    expect(screen.queryByLabelText('New email address')).toBeNull();
  });
});

describe('a phone number', () => {
  const withPhones = () => {
    signInCustomer();
    network.on(`GET ${AUTH}/settings`, {
      body: { external: { email: true, phone: true }, passkeys_enabled: false },
    });
  };
  const pending = () => {
    const account = {
      ...authUser(),
      new_phone: '15550100199',
      phone_change_sent_at: new Date().toISOString(),
    };
    network.on(`GET ${USER}`, { body: account });
    return { body: account };
  };

  it('is confirmed with the code sent to it', async () => {
    withPhones();
    network.on(UPDATE, pending);
    const VERIFY = `POST ${AUTH}/verify`;
    network.on(VERIFY, ({ body }) => {
      if (body['token'] !== '123456')
        return authErrorResponse(403, 'otp_expired', 'Token has expired or is invalid');
      mockAccount();
      return { body: authUser() };
    });
    const { user } = visit('/account/profile');
    const entries = await findForm('Phone number');
    await fill(user, entries.getByLabelText('Phone number'), '\u202a+1 555 010\u20110199\u202c');
    await user.click(entries.getByRole('button', { name: 'Text me a code' }));
    const code = await findForm('Confirm your new number');
    expect(screen.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
    await user.type(code.getByLabelText('Code'), '000000');
    expect(await findOnce(/isn’t right or has expired/)).toBeVisible();
    await user.clear(code.getByLabelText('Code'));
    await user.type(code.getByLabelText('Code'), '123456');
    await findToast('Phone number changed');
    expect(network.calls(UPDATE)[0]?.body).toMatchObject({ phone: '+15550100199' });
    expect(network.calls(VERIFY).at(-1)?.body).toMatchObject({
      phone: '+15550100199',
      token: '123456',
      type: 'phone_change',
    });
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Confirm your new number' })).toBeNull());
  });

  it('of another account is rejected at the field', async () => {
    withPhones();
    network.on(UPDATE, authErrorResponse(422, 'phone_exists', 'Already registered'));
    const { user } = visit('/account/profile');
    const entries = await findForm('Phone number');
    await fill(user, entries.getByLabelText('Phone number'), '+15550100199');
    await user.click(entries.getByRole('button', { name: 'Text me a code' }));
    await findOnce(/another account/);
    expect(entries.getByLabelText('Phone number')).toHaveAccessibleDescription(/another account/);
  });
});

const { id } = authUser();
const PICTURES = 'POST /api/storage/v1/object/list-v2/avatars';
const PICTURE = `/api/storage/v1/object/avatars/${id}`;
const WITHOUT_PICTURE = { body: { objects: [] } };
const WITH_PICTURE = { body: { objects: [{ name: id, updated_at: '2026-11-22T10:00:00.000Z' }] } };
const renderUrl = (size: number) =>
  `/api/storage/v1/render/image/public/avatars/${id}?width=${size}&height=${size}&v=2026-11-22T10%3A00%3A00.000Z`;

const section = () => region('Profile picture');
const images = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));

const PICTURE_SIZE = { width: 800, height: 400 };

/** Emulates what jsdom lacks: decoding and drawing of pictures of this size, shown in their own size. Damaged files are named so. */
function mockCanvas({ width, height }: typeof PICTURE_SIZE) {
  const drawImage = jest.fn<(...args: unknown[]) => void>();
  Object.assign(window, {
    createImageBitmap: async ({ name }: File) => {
      if (name.startsWith('damaged')) throw new DOMException('Cannot be decoded', 'InvalidStateError');
      return { width, height, close() {} };
    },
  });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ drawImage, fillRect() {} }),
    toDataURL: () => 'data:image/jpeg;base64,',
    toBlob: (done: BlobCallback, type: string) => done(new Blob(['jpeg'], { type })),
  });
  const sizes = { naturalWidth: width, naturalHeight: height, offsetWidth: width, offsetHeight: height };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(HTMLImageElement.prototype, name, { configurable: true, value });
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, height));
  return drawImage;
}

describe('the profile picture', () => {
  it('is shown in the header and on the account page, loaded once', async () => {
    signInCustomer();
    network.on(PICTURES, WITH_PICTURE);
    visit('/account/profile');
    expect((await section()).getByRole('button', { name: 'Replace picture' })).toBeVisible();
    await waitFor(() => expect(new Set(images())).toEqual(new Set([renderUrl(64), renderUrl(192)])));
    expect(network.calls(PICTURES)).toHaveLength(1);
    expect(network.calls(PICTURES)[0]!.body).toEqual({ prefix: id, limit: 1 });
  });

  it('is replaced by initials if it belongs to another user, or cannot be loaded', async () => {
    signInCustomer({ fullName: 'Ada King Lovelace' });
    network.on(PICTURES, { body: { objects: [{ name: `${id}0`, updated_at: '2026-11-22T10:00:00.000Z' }] } });
    const { unmount } = visit('/account/profile');
    const { getByRole, getByText, queryByRole } = await section();
    expect(getByRole('button', { name: 'Choose picture' })).toBeVisible();
    expect(getByText('AL')).toHaveAttribute('aria-hidden', 'true');
    expect(queryByRole('button', { name: 'Remove picture' })).toBeNull();
    unmount();
    network.on(PICTURES, 'offline');
    visit('/account/profile');
    expect((await section()).getByText('AL')).toBeVisible();
    expect(images()).toEqual([]);
  });

  it('is chosen, cropped to the square in its middle and saved, if it can be used', async () => {
    const drawImage = mockCanvas(PICTURE_SIZE);
    signInCustomer();
    network.on(PICTURES, WITHOUT_PICTURE);
    const { user } = visit('/account/profile');
    const { findByRole, findByText, getByLabelText } = await section();
    const input = getByLabelText<HTMLInputElement>('Picture file');
    const choose = (name: string, type: string) => user.upload(input, new File([name], name, { type }));
    // As if the browser ignored it, or the user chose all files.
    input.removeAttribute('accept');
    await choose('cv.pdf', 'application/pdf');
    expect(await findByText('We can’t use this file')).toBeVisible();
    await choose('damaged.png', 'image/png');
    expect(await findByText('We can’t open this picture')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();

    await choose('me.png', 'image/png');
    const cropping = await dialog('Position your picture');
    fireEvent.load(cropping.getByAltText(''));
    network.on(`PUT ${PICTURE}`, () => {
      network.on(PICTURES, WITH_PICTURE);
      return { body: { Key: `avatars/${id}` } };
    });
    await user.click(cropping.getByRole('button', { name: 'Save picture' }));
    await findToast('Picture saved');
    expect(drawImage.mock.lastCall?.slice(1)).toEqual([200, 0, 400, 400, 0, 0, 512, 512]);
    expect(network.calls(`PUT ${PICTURE}`)[0]?.headers.get('Content-Type')).toBe('image/jpeg');
    expect(await findByRole('button', { name: 'Replace picture' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is removed after a confirmation', async () => {
    signInCustomer();
    network.on(PICTURES, WITH_PICTURE);
    const { user } = visit('/account/profile');
    await user.click(await (await section()).findByRole('button', { name: 'Remove picture' }));
    const question = await dialog('Remove your picture?');
    network.on(`DELETE ${PICTURE}`, { status: 503, body: { code: 'SlowDown', message: 'Busy.' } });
    await user.click(question.getByRole('button', { name: 'Remove picture' }));
    expect(await question.findByText('Busy.')).toBeVisible();
    network.on(`DELETE ${PICTURE}`, { body: { message: 'Successfully deleted' } });
    network.on(PICTURES, WITHOUT_PICTURE);
    await user.click(question.getByRole('button', { name: 'Remove picture' }));
    expect(await findToast('Picture removed')).toBe('Your initials will be shown instead.');
    expect(await (await section()).findByRole('button', { name: 'Choose picture' })).toBeVisible();
  });
});
