import { screen, waitFor, within } from '@testing-library/react';
import { mockAccount, signInCustomer, RECOVERY_CODES, TEN_CODES } from './support/account';
import { LIST } from './support/console';
import { network } from './support/network';
import { signIn, currentPath, visit } from './support/site';
import {
  ADMIN,
  APP,
  AUTH,
  authErrorResponse,
  AAL2_TOKEN,
  errorResponse,
  session,
  user,
} from './support/responses';

const ME = `GET ${ADMIN}/me`;
const TOKEN = `POST ${AUTH}/token`;
const STAFF = { email: 'staff@example.com', role: 'support' };
const GUARDED = user({ ...STAFF, factors: [APP] });
const NO_MAILS = { body: { items: [], nextCursor: null } };
const STAFF_MEMBER = { body: { id: '1', email: 'staff@example.com', role: 'support' } };
const INSUFFICIENT = errorResponse(403, 'insufficient_aal', 'AAL2 required');
const ENROLL = errorResponse(403, 'mfa_enrollment_required', 'Set up two-factor authentication first.');

const findChallenge = () => screen.findByRole('heading', { level: 1, name: 'Enter your code' });

beforeEach(() => {
  network.on(ME, STAFF_MEMBER);
  network.on(LIST, NO_MAILS);
  network.on(`POST ${AUTH}/factors/${APP.id}/challenge`, {
    body: { id: 'challenge-1', type: 'totp', expires_at: 4_000_000_000 },
  });
  network.on(`POST ${AUTH}/factors/${APP.id}/verify`, () => {
    mockAccount({ ...STAFF, factors: [APP] });
    return { body: session(GUARDED, AAL2_TOKEN) };
  });
});

describe('staff whose session lacks MFA', () => {
  it('are challenged before the console opens and return to the requested page', async () => {
    signIn({ ...STAFF, factors: [APP] });
    mockAccount({ ...STAFF, factors: [APP] });
    const { keyboard } = visit('/admin/emails/m1');
    expect(await findChallenge()).toBeVisible();
    expect(network.calls(ME)).toHaveLength(0);
    await keyboard.type(await screen.findByRole('textbox', { name: 'Code' }), '123456');
    await waitFor(() => expect(currentPath()).toBe('/admin/emails/m1'));
  });

  it('are challenged when the server requires it, regardless of the browser’s token', async () => {
    signIn({ ...STAFF, factors: [APP] }, AAL2_TOKEN);
    network.on(ME, INSUFFICIENT);
    network.on(TOKEN, { body: session(GUARDED) });
    visit('/admin/queues');
    expect(await findChallenge()).toBeVisible();
    expect(currentPath()).toBe('/auth?next=%2Fadmin%2Fqueues');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are challenged while the console is open', async () => {
    signIn({ ...STAFF, factors: [APP] }, AAL2_TOKEN);
    network.on(`GET ${ADMIN}/subscription-mismatches`, INSUFFICIENT);
    network.on(TOKEN, { body: session(GUARDED) });
    const { keyboard } = visit('/admin');
    await keyboard.click(await screen.findByRole('link', { name: 'Mismatches' }));
    expect(await findChallenge()).toBeVisible();
    expect(currentPath()).toBe('/auth?next=%2Fadmin%2Fmismatches');
  });

  it('can sign in again when the session cannot be refreshed', async () => {
    signIn({ ...STAFF, factors: [APP] }, AAL2_TOKEN);
    network.on(ME, INSUFFICIENT);
    network.on(TOKEN, authErrorResponse(400, 'refresh_token_not_found', 'Refresh Token Not Found'));
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { keyboard } = visit('/admin');
    expect(await screen.findByText('Verify your second factor to continue.')).toBeVisible();
    await keyboard.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(await screen.findByRole('form', { name: 'Sign in' })).toBeVisible();
    expect(currentPath()).toBe('/auth?next=%2Fadmin');
  });
});

describe('staff without a second factor when all staff need one', () => {
  it('are sent to set it up and back to the requested page', async () => {
    signInCustomer(STAFF);
    network.on(ME, ENROLL);
    network.on(`GET ${ADMIN}/queues`, errorResponse(503, 'service_unavailable', 'Unavailable.'));
    network.on(`POST ${AUTH}/factors`, {
      body: {
        id: APP.id,
        type: 'totp',
        friendly_name: 'Phone',
        totp: { qr_code: '<svg/>', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x' },
      },
    });
    network.on(`POST ${RECOVERY_CODES}`, { body: { codes: TEN_CODES } });
    const { keyboard } = visit('/admin/queues');
    expect(await screen.findByText('Two-factor authentication required')).toBeVisible();
    expect(screen.queryByRole('button', { name: /another account|Try again/ })).toBeNull();
    await keyboard.click(screen.getByRole('link', { name: 'Set up two-factor authentication' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Account security' })).toBeVisible();
    expect(currentPath()).toBe('/account/security?next=%2Fadmin%2Fqueues');
    expect(await screen.findByText('Set up two-factor authentication to continue')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Continue to the support console' })).toBeNull();
    await keyboard.click(screen.getByRole('button', { name: 'Turn on two-factor authentication' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }));
    await keyboard.click(sheet.getByRole('button', { name: 'Continue' }));
    await keyboard.type(await sheet.findByLabelText('Code'), '123456');
    await keyboard.click(await screen.findByRole('checkbox', { name: 'I’ve saved these codes' }));
    expect(screen.queryByRole('link', { name: 'Continue to the support console' })).toBeNull();
    await keyboard.click(screen.getByRole('button', { name: 'Done' }));

    network.on(ME, STAFF_MEMBER);
    await keyboard.click(await screen.findByRole('link', { name: 'Continue to the support console' }));
    expect(await screen.findByRole('navigation', { name: 'Console' })).toBeVisible();
    expect(currentPath()).toBe('/admin/queues');
  });

  it('are never sent back to another site', async () => {
    signInCustomer({ ...STAFF, factors: [APP] });
    visit('/account/security?next=https%3A%2F%2Fevil.example%2Fadmin');
    expect(await screen.findByRole('button', { name: 'Add another method' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Continue to the support console' })).toBeNull();
  });
});
