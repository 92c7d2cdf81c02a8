import { screen, waitFor } from '@testing-library/react';
import { submitSignIn } from './support/auth-forms';
import { network } from './support/network';
import { signIn, configureSite, findToast, findOnce, visit } from './support/site';
import {
  APP,
  AUTH,
  authErrorResponse,
  FUNCTIONS,
  AAL2_TOKEN,
  NO_SUBSCRIPTION,
  session,
  authUser,
} from './support/responses';

configureSite({ productName: 'the product', appUrl: 'http://localhost/auth#the-app' });

const TOKEN = `POST ${AUTH}/token`;
const CHALLENGE = `POST ${AUTH}/factors/${APP.id}/challenge`;
const VERIFY = `POST ${AUTH}/factors/${APP.id}/verify`;
const RECOVERY = `POST ${AUTH}/recovery-codes/verify`;
const CHECK = `POST ${FUNCTIONS}/check-subscription`;
const GUARDED = authUser({ factors: [APP] });
const WRONG = authErrorResponse(422, 'mfa_verification_failed', 'Invalid TOTP code entered');

const codeEntry = () => screen.findByRole('textbox', { name: 'Code' });

beforeEach(() => {
  network.on(CHECK, { body: NO_SUBSCRIPTION });
  network.on(TOKEN, { body: session(GUARDED) });
  network.on(CHALLENGE, { body: { id: 'challenge-1', type: 'totp', expires_at: 4_000_000_000 } });
  network.on(VERIFY, { body: session(GUARDED, AAL2_TOKEN) });
});

describe('the MFA challenge', () => {
  it('is required before the user counts as signed in, and submits with the sixth digit, in any script', async () => {
    const { user } = visit('/auth');
    await submitSignIn(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
    const entry = await codeEntry();
    await waitFor(() => expect(entry).toHaveFocus());
    expect(entry).toHaveAttribute('autocomplete', 'one-time-code');
    expect(entry).toHaveAttribute('inputmode', 'numeric');
    expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
    expect(network.calls(CHECK)).toHaveLength(0);

    await user.type(entry, '١٢٣٤٥٦');

    expect(await findToast('Welcome back!')).toBe("You've successfully signed in.");
    expect(network.calls(VERIFY)[0]?.body).toEqual({ challenge_id: 'challenge-1', code: '123456' });
    await waitFor(() => expect(window.location.hash).toBe('#the-app'));
    expect(network.calls(VERIFY)).toHaveLength(1);
  });

  it('shows an error for a wrong code and keeps focus', async () => {
    network.on(VERIFY, WRONG);
    signIn({ factors: [APP] });
    const { user } = visit('/auth');
    const entry = await codeEntry();
    await user.type(entry, '111111');
    await findOnce(/That code isn’t right/);
    expect(entry).toBeInvalid();
    expect(entry).toHaveAccessibleDescription(/That code isn’t right/);
    expect(entry).toHaveFocus();

    network.on(VERIFY, { body: session(GUARDED, AAL2_TOKEN) });
    await user.keyboard('222222');
    await findToast('Welcome back!');
    expect(network.calls(VERIFY).map(({ body }) => body['code'])).toEqual(['111111', '222222']);
  });

  it('submits nothing that is too short, and accepts a pasted code with a space', async () => {
    signIn({ factors: [APP] });
    const { user } = visit('/auth');
    const entry = await codeEntry();
    await user.type(entry, '12345{Enter}');
    expect(entry).toHaveAccessibleDescription(/Enter all six digits/);
    expect(network.calls(CHALLENGE)).toHaveLength(0);
    await user.clear(entry);
    await user.paste('654 321');
    await waitFor(() => expect(network.calls(VERIFY)[0]?.body).toMatchObject({ code: '654321' }));
  });

  it('tries every app of the account', async () => {
    const second = { ...APP, id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b02', friendly_name: 'Tablet' };
    network.on(VERIFY, WRONG);
    network.on(`POST ${AUTH}/factors/${second.id}/challenge`, { body: { id: 'challenge-2' } });
    network.on(`POST ${AUTH}/factors/${second.id}/verify`, { body: session(GUARDED, AAL2_TOKEN) });
    signIn({ factors: [APP, second] });
    const { user } = visit('/auth');
    await user.type(await codeEntry(), '123456');
    expect(await findToast('Welcome back!')).toBeDefined();
    expect(network.calls(`POST ${AUTH}/factors/${second.id}/verify`)[0]?.body).toMatchObject({
      code: '123456',
    });
  });

  it('precedes a new password after a recovery link', async () => {
    signIn({ factors: [APP] });
    const { user } = visit('/auth/reset');
    await user.type(await codeEntry(), '123456');
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  it('sends no token until it is completed', async () => {
    signIn({ factors: [APP] });
    visit('/checkout?plan=team');
    await waitFor(() => expect(network.calls(`POST ${FUNCTIONS}/get-stripe-config`)).not.toHaveLength(0));
    expect(network.calls(`POST ${FUNCTIONS}/get-stripe-config`)[0]?.headers.get('Authorization')).toBeNull();
    expect(network.calls(CHECK)).toHaveLength(0);
  });

  it('can be left to sign in with another account', async () => {
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    signIn({ factors: [APP] });
    const { user } = visit('/auth');
    await user.click(await screen.findByRole('button', { name: 'Use a different account' }));
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeVisible();
    expect(localStorage.getItem('session')).toBeNull();
  });

  it('disappears when the app was removed meanwhile', async () => {
    network.on(CHALLENGE, authErrorResponse(404, 'mfa_factor_not_found', 'Factor not found'));
    network.on(TOKEN, { body: session() });
    signIn({ factors: [APP] });
    const { user } = visit('/auth');
    await user.type(await codeEntry(), '123456');
    await waitFor(() => expect(window.location.hash).toBe('#the-app'));
  });
});

describe('a recovery code', () => {
  const askForOne = async () => {
    signIn({ factors: [APP] });
    const { user } = visit('/auth');
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
    return { user, entry: screen.getByLabelText('Recovery code') };
  };

  it('shows an error at the field when missing, wrong or used', async () => {
    network.on(RECOVERY, {
      status: 422,
      body: { code: 422, error_code: 'mfa_verification_failed', msg: 'Invalid code' },
    });
    const { user, entry } = await askForOne();
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(entry).toHaveAccessibleDescription(/Enter a recovery code/);
    expect(network.calls(RECOVERY)).toHaveLength(0);
    await user.type(entry, 'abcde-fghij{Enter}');
    await findOnce(/Each code works once/);
    expect(entry).toHaveAccessibleDescription(/Each code works once/);
    await waitFor(() => expect(entry).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
  });
});
