import { screen, waitFor, within } from '@testing-library/react';
import { customerIs } from './support/account';
import { network } from './support/network';
import { toastOf, toldOnce, visit } from './support/site';
import { APP, AUTH, authRefusal, session, user } from './support/wire';

const PASSKEYS = `${AUTH}/passkeys`;
const PASSKEY = {
  id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b11',
  friendly_name: 'Chrome on Linux',
  created_at: '2026-11-20T10:00:00Z',
};
const ONE = `${PASSKEYS}/${PASSKEY.id}`;

const passkeysAre = (...passkeys: object[]) => network.on(`GET ${PASSKEYS}`, { body: passkeys });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

beforeEach(() => {
  // jsdom has none: a browser that knows passkeys has these.
  const unused = () => Promise.reject(new Error('no device is asked'));
  Object.assign(window, { PublicKeyCredential: class {} });
  Object.assign(navigator, { credentials: { create: unused, get: unused } });
  customerIs();
  network.on(`GET ${AUTH}/settings`, { body: { external: {}, passkeys_enabled: true } });
  passkeysAre(PASSKEY);
});
afterEach(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));

describe('passkeys', () => {
  it('are listed by name', async () => {
    visit('/account/security');
    const list = within(await screen.findByRole('list', { name: 'Passkeys' }));
    expect(list.getByRole('listitem')).toHaveTextContent('Chrome on Linux');
    expect(list.getByRole('listitem')).toHaveTextContent('Added 20 November 2026');
  });

  it.each([
    [
      'the service has switched off',
      () => network.on(`GET ${AUTH}/settings`, { body: { external: {}, passkeys_enabled: false } }),
    ],
    ['this browser does not know', () => Reflect.deleteProperty(window, 'PublicKeyCredential')],
    ['nothing is known of', () => network.on(`GET ${AUTH}/settings`, 'silence')],
  ])('that %s are not offered', async (_, arrange) => {
    arrange();
    visit('/account/security');
    await screen.findByRole('region', { name: 'Password' });
    await waitFor(() => expect(network.calls(`GET ${AUTH}/settings`)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull();
    expect(network.calls(`GET ${PASSKEYS}`)).toHaveLength(0);
  });

  it('are renamed', async () => {
    network.on(`PATCH ${ONE}`, () => {
      passkeysAre({ ...PASSKEY, friendly_name: 'Office laptop' });
      return { body: { ...PASSKEY, friendly_name: 'Office laptop' } };
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Rename Chrome on Linux' }));
    const sheet = await dialog('Rename this passkey');
    const name = sheet.getByLabelText('Name');
    expect(name).toHaveValue('Chrome on Linux');
    await keyboard.clear(name);
    await keyboard.click(sheet.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription(/Give it a name/);
    await keyboard.type(name, ' Office laptop ');
    await keyboard.click(sheet.getByRole('button', { name: 'Save' }));
    expect(await toastOf('Passkey renamed')).toBe('It is called Office laptop now.');
    expect(await screen.findByRole('button', { name: 'Rename Office laptop' })).toBeVisible();
    expect(network.calls(`PATCH ${ONE}`)[0]?.body).toEqual({ friendly_name: 'Office laptop' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are removed after a question', async () => {
    network.on(`DELETE ${ONE}`, () => {
      passkeysAre();
      return { status: 204 };
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Remove Chrome on Linux' }));
    const question = await dialog('Remove Chrome on Linux?');
    expect(network.calls(`DELETE ${ONE}`)).toHaveLength(0);
    await keyboard.click(question.getByRole('button', { name: 'Remove' }));
    expect(await toastOf('Passkey removed')).toBe('It opens this account no more.');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Passkeys' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus());
  });

  it('that are removed take the second step with them that they opened the session with', async () => {
    customerIs({ factors: [APP] });
    passkeysAre(PASSKEY);
    network.on(`DELETE ${ONE}`, () => {
      passkeysAre();
      network.on(`POST ${AUTH}/token`, { body: session(user({ factors: [APP] })) });
      return { status: 204 };
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Remove Chrome on Linux' }));
    await keyboard.click((await dialog('Remove Chrome on Linux?')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  });

  it('that cannot be added say why', async () => {
    network.on(
      `POST ${PASSKEYS}/registration/options`,
      authRefusal(422, 'too_many_passkeys', 'Ten is the most.'),
    );
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    expect((await toldOnce('Ten is the most.')).closest('[role=alert]')).toHaveTextContent(
      'No passkey was added',
    );
    network.on(`DELETE ${ONE}`, () => {
      passkeysAre();
      return { status: 204 };
    });
    await keyboard.click(screen.getByRole('button', { name: 'Remove Chrome on Linux' }));
    await keyboard.click((await dialog('Remove Chrome on Linux?')).getByRole('button', { name: 'Remove' }));
    await toastOf('Passkey removed');
    expect(screen.queryByText('No passkey was added')).toBeNull();
  });

  it('that cannot be loaded are told so, beside everything else', async () => {
    network.on(`GET ${PASSKEYS}`, 'silence');
    const { keyboard } = visit('/account/security');
    expect(await screen.findByText('Your passkeys could not be loaded')).toBeVisible();
    passkeysAre(PASSKEY);
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'Passkeys' })).toBeVisible();
  });
});
