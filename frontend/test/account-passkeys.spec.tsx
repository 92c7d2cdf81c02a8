import { screen, waitFor, within } from '@testing-library/react';
import { signInCustomer } from './support/account';
import { network } from './support/network';
import { findToast, findOnce, visit } from './support/site';
import { APP, AUTH, authErrorResponse, session, user } from './support/responses';

const PASSKEYS = `${AUTH}/passkeys`;
const PASSKEY = {
  id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b11',
  friendly_name: 'Chrome on Linux',
  created_at: '2026-11-20T10:00:00Z',
};
const ONE = `${PASSKEYS}/${PASSKEY.id}`;

const mockPasskeys = (...passkeys: object[]) => network.on(`GET ${PASSKEYS}`, { body: passkeys });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

beforeEach(() => {
  // jsdom lacks the WebAuthn API.
  const unused = () => Promise.reject(new Error('unexpected WebAuthn call'));
  Object.assign(window, { PublicKeyCredential: class {} });
  Object.assign(navigator, { credentials: { create: unused, get: unused } });
  signInCustomer();
  network.on(`GET ${AUTH}/settings`, { body: { external: {}, passkeys_enabled: true } });
  mockPasskeys(PASSKEY);
});
afterEach(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));

describe('passkeys', () => {
  it('are listed by name', async () => {
    visit('/account/security');
    const list = within(await screen.findByRole('list', { name: 'Passkeys' }));
    expect(list.getByRole('listitem')).toHaveTextContent('Chrome on Linux');
    expect(list.getByRole('listitem')).toHaveTextContent('Added Nov 20, 2026');
  });

  it.each([
    [
      'the service has switched off',
      () => network.on(`GET ${AUTH}/settings`, { body: { external: {}, passkeys_enabled: false } }),
    ],
    ['this browser does not know', () => Reflect.deleteProperty(window, 'PublicKeyCredential')],
    ['nothing is known of', () => network.on(`GET ${AUTH}/settings`, 'offline')],
  ])('are not offered when %s', async (_, arrange) => {
    arrange();
    visit('/account/security');
    await screen.findByRole('region', { name: 'Password' });
    await waitFor(() => expect(network.calls(`GET ${AUTH}/settings`)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull();
    expect(network.calls(`GET ${PASSKEYS}`)).toHaveLength(0);
  });

  it('are renamed', async () => {
    network.on(`PATCH ${ONE}`, () => {
      mockPasskeys({ ...PASSKEY, friendly_name: 'Office laptop' });
      return { body: { ...PASSKEY, friendly_name: 'Office laptop' } };
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Rename Chrome on Linux' }));
    const sheet = await dialog('Rename this passkey');
    const name = sheet.getByLabelText('Name');
    expect(name).toHaveValue('Chrome on Linux');
    await keyboard.clear(name);
    await keyboard.click(sheet.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription(/Enter a name/);
    await keyboard.type(name, ' Office laptop ');
    await keyboard.click(sheet.getByRole('button', { name: 'Save' }));
    expect(await findToast('Passkey renamed')).toBe('It’s now called Office laptop.');
    expect(await screen.findByRole('button', { name: 'Rename Office laptop' })).toBeVisible();
    expect(network.calls(`PATCH ${ONE}`)[0]?.body).toEqual({ friendly_name: 'Office laptop' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are removed after confirmation', async () => {
    network.on(`DELETE ${ONE}`, () => {
      mockPasskeys();
      return { status: 204 };
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Remove Chrome on Linux' }));
    const question = await dialog('Remove Chrome on Linux?');
    expect(network.calls(`DELETE ${ONE}`)).toHaveLength(0);
    await keyboard.click(question.getByRole('button', { name: 'Remove' }));
    expect(await findToast('Passkey removed')).toBe('You can no longer sign in with it.');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Passkeys' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus());
  });

  it('require MFA again when the passkey that opened the session is removed', async () => {
    signInCustomer({ factors: [APP] });
    mockPasskeys(PASSKEY);
    network.on(`DELETE ${ONE}`, () => {
      mockPasskeys();
      network.on(`POST ${AUTH}/token`, { body: session(user({ factors: [APP] })) });
      return { status: 204 };
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Remove Chrome on Linux' }));
    await keyboard.click((await dialog('Remove Chrome on Linux?')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  });

  it('show an error when adding fails', async () => {
    network.on(
      `POST ${PASSKEYS}/registration/options`,
      authErrorResponse(422, 'too_many_passkeys', 'Ten is the most.'),
    );
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    expect((await findOnce('Ten is the most.')).closest('[role=alert]')).toHaveTextContent(
      'Couldn’t add passkey',
    );
    network.on(`DELETE ${ONE}`, () => {
      mockPasskeys();
      return { status: 204 };
    });
    await keyboard.click(screen.getByRole('button', { name: 'Remove Chrome on Linux' }));
    await keyboard.click((await dialog('Remove Chrome on Linux?')).getByRole('button', { name: 'Remove' }));
    await findToast('Passkey removed');
    expect(screen.queryByText('Couldn’t add passkey')).toBeNull();
  });

  it('show an error in place when loading fails', async () => {
    network.on(`GET ${PASSKEYS}`, 'offline');
    const { keyboard } = visit('/account/security');
    expect(await screen.findByText('Your passkeys couldn’t be loaded')).toBeVisible();
    mockPasskeys(PASSKEY);
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'Passkeys' })).toBeVisible();
  });
});
