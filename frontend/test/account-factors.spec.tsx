import { screen, waitFor } from '@testing-library/react';
import { mockAccount, signInCustomer, RECOVERY_CODES, TEN_CODES, USER } from './support/account';
import { removeSecurityKeys, mockSecurityKeys, declined } from './support/security-keys';
import { network } from './support/network';
import { configureSite, dialog, findOnce, visit, fill } from './support/site';
import { AUTH, authErrorResponse, KEY, AAL2_TOKEN, PHONE, session, authUser } from './support/responses';

configureSite({
  productName: 'the product',
  accounts: {
    passwordMinLength: 6,
    passwordCharacters: 'none',
    sendIntervalSeconds: 45,
    secondFactors: ['totp', 'webauthn', 'phone'],
    webauthnRpId: 'keys.example',
  },
});

const FACTORS = `POST ${AUTH}/factors`;
const at = (factor: { id: string }) => `${AUTH}/factors/${factor.id}`;
const REMOVE = `DELETE ${at(KEY)}`;

/** Opens the form to add a factor. */
async function choose(kind: RegExp, title: string, button = 'Turn on two-factor authentication') {
  const { user } = visit('/account/security');
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click((await dialog(button)).getByRole('button', { name: kind }));
  return { user, form: await dialog(title) };
}

beforeEach(() => {
  mockSecurityKeys();
  network.on(`POST ${RECOVERY_CODES}`, { body: { codes: TEN_CODES } });
  for (const factor of [KEY, PHONE])
    network.on(`POST ${at(factor)}/verify`, () => {
      mockAccount({ factors: [factor] });
      return { body: session(authUser({ factors: [factor] }), AAL2_TOKEN) };
    });
  network.on(REMOVE, { body: { id: KEY.id } });
  network.on(`POST ${at(PHONE)}/challenge`, {
    body: { id: 'challenge-1', type: 'phone', expires_at: 4_000_000_000 },
  });
  network.on(`POST ${at(KEY)}/challenge`, {
    body: {
      id: 'challenge-2',
      type: 'webauthn',
      expires_at: 4_000_000_000,
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            challenge: 'Y2hhbGxlbmdl',
            rp: { id: 'keys.example', name: 'the product' },
            user: { id: 'dXNlcg', name: 'ada@example.com', displayName: 'Ada' },
            pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          },
        },
      },
    },
  });
});
afterEach(removeSecurityKeys);

describe('a security key', () => {
  beforeEach(() =>
    network.on(FACTORS, { body: { id: KEY.id, type: 'webauthn', friendly_name: 'Blue key' } }),
  );
  const add = async () => {
    signInCustomer();
    const { user, form } = await choose(/^Security key/, 'Add a security key');
    const name = form.getByLabelText('Name');
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveValue('Security key');
    await user.clear(name);
    await fill(user, name, 'Blue key');
    await user.click(form.getByRole('button', { name: 'Continue' }));
    return { user, form };
  };

  it('leaves nothing behind when the browser’s dialog is declined, and can be retried', async () => {
    mockSecurityKeys(declined);
    const { user, form } = await add();
    await findOnce(/No key was used/);
    expect(network.calls(REMOVE)).toHaveLength(1);
    mockSecurityKeys();
    await user.click(form.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Two-factor authentication is on');
    expect(network.calls(FACTORS)).toHaveLength(2);
  });

  it('is not offered when the browser does not support it', async () => {
    removeSecurityKeys();
    signInCustomer();
    const { user } = visit('/account/security');
    await user.click(await screen.findByRole('button', { name: 'Turn on two-factor authentication' }));
    const form = await dialog('Turn on two-factor authentication');
    expect(form.queryByRole('button', { name: /^Security key/ })).toBeNull();
    expect(form.getByRole('button', { name: /^Text message/ })).toBeVisible();
  });
});

describe('a phone', () => {
  beforeEach(() => network.on(FACTORS, { body: { id: PHONE.id, type: 'phone', phone: PHONE.phone } }));
  const add = async (number: string, button?: string) => {
    const { user, form } = await choose(/^Text message/, 'Add a phone number', button);
    await user.type(form.getByLabelText('Phone number'), number);
    await user.click(form.getByRole('button', { name: 'Text me a code' }));
    return { user, form };
  };

  it('is rejected if its number is invalid or was already added', async () => {
    signInCustomer({ factors: [PHONE] });
    network.on(
      FACTORS,
      authErrorResponse(422, 'mfa_verified_factor_exists', 'A verified phone factor exists'),
    );
    const { user, form } = await add('call me', 'Add another method');
    const entry = form.getByLabelText('Phone number');
    expect(entry).toHaveAccessibleDescription(/Start with \+ and the country code/);
    expect(network.calls(FACTORS)).toHaveLength(0);
    await user.clear(entry);
    await user.type(entry, '+15550100199{Enter}');
    await findOnce('You’ve already added this number.');
    expect(entry).toHaveAccessibleDescription(/already added this number/);
    await waitFor(() => expect(entry).toHaveFocus());
  });

  it('replaces an unfinished enrollment', async () => {
    signInCustomer();
    network.on(`GET ${USER}`, {
      body: authUser({ factors: [{ ...PHONE, id: KEY.id, status: 'unverified' }] }),
    });
    network.on(FACTORS, () =>
      network.calls(REMOVE).length === 0
        ? authErrorResponse(422, 'mfa_factor_name_conflict', 'exists')
        : { body: { id: PHONE.id, type: 'phone', phone: PHONE.phone } },
    );
    const { form } = await add('+15550100199');
    expect(await form.findByLabelText('Code')).toBeVisible();
    expect(network.calls(FACTORS)).toHaveLength(2);
  });
});
