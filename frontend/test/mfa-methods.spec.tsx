import { screen, waitFor } from '@testing-library/react';
import { listMfaMethods } from '../src/features/auth/components/mfa/mfa-methods';
import { removeSecurityKeys, mockSecurityKeys, declined } from './support/security-keys';
import { network } from './support/network';
import { button, signIn, configureSite, findOnce, findToast, visit, fill } from './support/site';
import {
  APP,
  AUTH,
  authErrorResponse,
  FUNCTIONS,
  KEY,
  AAL2_TOKEN,
  NO_SUBSCRIPTION,
  PHONE,
  session,
  authUser,
} from './support/responses';

configureSite({
  productName: 'the product',
  appUrl: 'http://localhost/auth#the-app',
  accounts: {
    passwordMinLength: 8,
    passwordCharacters: 'letters_digits',
    sendIntervalSeconds: 45,
    secondFactors: ['totp', 'webauthn', 'phone'],
    webauthnRpId: 'keys.example',
  },
});

const at = (factor: { id: string }, act: 'challenge' | 'verify') =>
  `POST ${AUTH}/factors/${factor.id}/${act}`;
const WRONG = authErrorResponse(422, 'mfa_verification_failed', 'Invalid code entered');

beforeEach(() => {
  mockSecurityKeys();
  network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
  const whole = session(authUser({ factors: [APP, KEY, PHONE] }), AAL2_TOKEN);
  for (const factor of [APP, KEY, PHONE]) network.on(at(factor, 'verify'), { body: whole });
  network.on(at(PHONE, 'challenge'), {
    body: { id: 'challenge-1', type: 'phone', expires_at: 4_000_000_000 },
  });
  network.on(at(KEY, 'challenge'), {
    body: {
      id: 'challenge-2',
      type: 'webauthn',
      expires_at: 4_000_000_000,
      webauthn: {
        type: 'request',
        credential_options: { publicKey: { challenge: 'Y2hhbGxlbmdl', rpId: 'keys.example' } },
      },
    },
  });
});
afterEach(removeSecurityKeys);

describe('a code by text message', () => {
  const arrive = () => {
    signIn({ factors: [PHONE] });
    return visit('/auth');
  };

  it('is sent on click and signs in', async () => {
    const { user } = arrive();
    await user.click(await button('Text me a code'));
    const code = await screen.findByRole('textbox', { name: 'Code' });
    await waitFor(() => expect(code).toHaveFocus());
    expect(network.calls(at(PHONE, 'challenge'))[0]?.body).toMatchObject({ channel: 'sms' });
    await user.keyboard('123456');
    await findToast('Welcome back!');
    expect(network.calls(at(PHONE, 'verify')).map(({ body }) => body)).toEqual([
      { challenge_id: 'challenge-1', code: '123456' },
    ]);
    await waitFor(() => expect(window.location.hash).toBe('#the-app'));
  });

  it('shows a clear error when wrong or expired', async () => {
    network.on(at(PHONE, 'verify'), WRONG);
    const { user } = arrive();
    await user.click(await button('Text me a code'));
    const code = await screen.findByRole('textbox', { name: 'Code' });
    await user.type(code, '111111');
    await waitFor(() =>
      expect(code).toHaveAccessibleDescription(/isn’t right. Enter the code from the most recent message/),
    );
    network.on(
      at(PHONE, 'verify'),
      authErrorResponse(422, 'mfa_challenge_expired', 'MFA challenge has expired'),
    );
    await user.keyboard('222222');
    await waitFor(() => expect(code).toHaveAccessibleDescription(/has expired. Request a new one/));
  });

  it('respects the server’s cooldown', async () => {
    network.on(
      at(PHONE, 'challenge'),
      authErrorResponse(
        429,
        'over_sms_send_rate_limit',
        'For security purposes, you can only request this after 33 seconds.',
      ),
    );
    const { user } = arrive();
    await user.click(await button('Text me a code'));
    await findOnce(/another in 33 seconds/);
    expect(await button(/Text me a code in 3[23] s/)).toBeDisabled();
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
  });
});

describe('a security key', () => {
  const arrive = () => {
    signIn({ factors: [KEY] });
    return visit('/auth');
  };

  it('is asked for on click, for the domain of this installation, and signs in', async () => {
    const { user } = arrive();
    expect(await screen.findByText('Blue key')).toBeVisible();
    await user.click(await button('Use security key'));
    await findToast('Welcome back!');
    expect(network.calls(at(KEY, 'challenge'))[0]?.body).toMatchObject({
      webauthn: { rpId: 'keys.example', rpOrigins: ['http://localhost'] },
    });
    expect(network.calls(at(KEY, 'verify'))[0]?.body).toMatchObject({
      challenge_id: 'challenge-2',
      webauthn: { type: 'request', credential_response: { id: 'a2V5' } },
    });
    await waitFor(() => expect(window.location.hash).toBe('#the-app'));
  });

  it('shows an error when it was not used, or is a different one', async () => {
    mockSecurityKeys(declined);
    network.on(at(KEY, 'verify'), WRONG);
    const { user } = arrive();
    await user.click(await button('Use security key'));
    await findOnce(/No key was used/);
    expect(network.calls(at(KEY, 'verify'))).toHaveLength(0);
    mockSecurityKeys();
    await user.click(await button('Use security key'));
    expect(await findOnce(/isn’t the right key/)).toBeVisible();
  });

  it('is dropped when it was removed meanwhile', async () => {
    network.on(at(KEY, 'challenge'), authErrorResponse(404, 'mfa_factor_not_found', 'Factor not found'));
    network.on(`POST ${AUTH}/token`, { body: session() });
    const { user } = arrive();
    await user.click(await button('Use security key'));
    await waitFor(() => expect(window.location.hash).toBe('#the-app'));
  });
});

describe('several second factors', () => {
  const offer = (...factors: object[]) =>
    listMfaMethods(authUser({ factors: factors as never }) as never).map(({ key }) => key);

  it('show only the last digits of phones', async () => {
    const second = { ...PHONE, id: APP.id, phone: '15550100123' };
    signIn({ factors: [PHONE, second] });
    const { user } = visit('/auth');
    await user.click(await button('Get a text message at …0123 instead'));
    expect(screen.getByText(/your number ending in/)).toHaveTextContent('…0123');
    expect(await button('Get a text message at …0199 instead')).toBeVisible();
    expect(document.body).not.toHaveTextContent('155501');
    expect(network.calls(at(PHONE, 'challenge'))).toHaveLength(0);
  });

  it('start with the last used one, without what this browser does not support', () => {
    const used = { ...PHONE, last_challenged_at: '2026-11-21T10:00:00Z' };
    expect(offer(APP, KEY, used)).toEqual([PHONE.id, 'app', KEY.id, 'recovery']);
    removeSecurityKeys();
    expect(offer(KEY, APP)).toEqual(['app', 'recovery']);
  });
});

describe('the password rules', () => {
  it('are those of this installation', async () => {
    const { user } = visit('/auth');
    const password = await screen.findByLabelText('Password', { selector: '[autocomplete="new-password"]' });
    expect(password).toHaveAccessibleDescription('At least 8 characters, including a letter and a digit.');
    await fill(user, password, 'seven77');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(password).toHaveAccessibleDescription(/at least 8 characters long/);
  });
});
