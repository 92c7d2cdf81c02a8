import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockAccount, RECOVERY_CODES, signInCustomer, TEN_CODES } from './support/account';
import { network } from './support/network';
import { button, dialog, findList, findOnce, findToast, toastTitles, visit } from './support/site';
import { AAL2_TOKEN, APP, AUTH, authErrorResponse, session, authUser } from './support/responses';

const FACTORS = `POST ${AUTH}/factors`;
const FACTOR = `${AUTH}/factors/${APP.id}`;
const MAKE = `POST ${RECOVERY_CODES}`;

const ENROLLMENT = {
  id: APP.id,
  type: 'totp',
  friendly_name: 'Phone',
  totp: { qr_code: '<svg/>', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' },
};

const enrollmentDialog = () => dialog('Add an authenticator app');

/** Starts enrolling an app, up to its secret. */
async function startEnrollment(button = 'Turn on two-factor authentication') {
  const { user } = visit('/account/security');
  await user.click(await screen.findByRole('button', { name: button }));
  const name = (await enrollmentDialog()).getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Phone');
  await user.click((await enrollmentDialog()).getByRole('button', { name: 'Continue' }));
  return user;
}

beforeEach(() => {
  network.on(FACTORS, { body: ENROLLMENT });
  network.on(`POST ${FACTOR}/challenge`, { body: { id: 'challenge-1', expires_at: 4_000_000_000 } });
  network.on(`POST ${FACTOR}/verify`, () => {
    mockAccount({ factors: [APP] });
    return { body: session(authUser({ factors: [APP] }), AAL2_TOKEN) };
  });
  network.on(MAKE, { body: { codes: TEN_CODES } });
});

describe('turning on two-factor authentication', () => {
  it('asks for a name, the secret, and its first code, and keeps ten recovery codes until they are saved', async () => {
    signInCustomer();
    const user = await startEnrollment();
    const open = await enrollmentDialog();
    expect(await open.findByRole('img', { name: 'QR code for the authenticator app' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml/),
    );
    expect(open.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    expect(open.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute(
      'href',
      ENROLLMENT.totp.uri,
    );
    expect(network.calls(FACTORS)[0]?.body).toMatchObject({ factor_type: 'totp', friendly_name: 'Phone' });
    await user.type(open.getByLabelText('Code'), '123456');

    const callout = (await screen.findByText('Two-factor authentication is on')).closest('[role=status]');
    expect(callout).toHaveTextContent('You’ll now be asked for a code when you sign in.');
    const heading = await screen.findByRole('heading', { name: 'Save your recovery codes' });
    await waitFor(() => expect(heading).toHaveFocus());
    for (const code of TEN_CODES) expect(screen.getByText(code)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    // A toast would cover the codes.
    expect(toastTitles()).toEqual([]);
    expect((await screen.findAllByText('Phone'))[0]).toBeVisible();

    const print = jest.fn();
    Object.assign(window, { print });
    await user.click(screen.getByRole('button', { name: 'Done' }));
    const box = screen.getByRole('checkbox', { name: 'I’ve saved these codes' });
    expect(box).toHaveAccessibleDescription(/Save them first/);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(screen.getByText('Codes copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toContain(TEN_CODES.join('\n'));
    const file = screen.getByRole('link', { name: 'Download' });
    expect(file).toHaveAttribute('download', 'recovery-codes.txt');
    expect(decodeURIComponent(file.getAttribute('href')!)).toContain(TEN_CODES.join('\n'));
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);

    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('10 recovery codes left')).toBeVisible();
    expect(screen.queryByText(TEN_CODES[0]!)).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Two-factor authentication' })).toHaveFocus(),
    );
    await findToast('Recovery codes saved');
    expect(toastTitles()).toHaveLength(1);
    expect(screen.queryByText('Two-factor authentication is on')).toBeNull();
  });

  it('can be retried after a wrong code, and starts over when the enrollment has expired', async () => {
    signInCustomer();
    network.on(
      `POST ${FACTOR}/verify`,
      authErrorResponse(422, 'mfa_verification_failed', 'Invalid TOTP code'),
    );
    const user = await startEnrollment();
    const code = await (await enrollmentDialog()).findByLabelText('Code');
    await user.type(code, '111111');
    expect(await findOnce(/That code isn’t right/)).toBeVisible();
    expect(code).toHaveAccessibleDescription(/That code isn’t right/);
    expect(code).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent(/That code isn’t right/);
    expect(network.calls(MAKE)).toHaveLength(0);
    network.on(
      `POST ${FACTOR}/challenge`,
      authErrorResponse(404, 'mfa_factor_not_found', 'Factor not found'),
    );
    await user.clear(code);
    await user.type(code, '222222');
    await findOnce(/more than five minutes/);
    expect((await enrollmentDialog()).getByLabelText('Name')).toHaveValue('Phone');
  });

  it('discards a canceled enrollment, and fetches no recovery codes', async () => {
    signInCustomer();
    network.on(`DELETE ${FACTOR}`, { body: { id: APP.id } });
    const user = await startEnrollment();
    await (await enrollmentDialog()).findByLabelText('Code');
    await user.click((await enrollmentDialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(network.calls(`DELETE ${FACTOR}`)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(network.calls(`GET ${RECOVERY_CODES}`)).toHaveLength(0);
  });

  it('shows an error when recovery codes cannot be generated, and offers them later', async () => {
    signInCustomer();
    network.on(MAKE, { status: 503, body: { code: 'service_unavailable', message: 'Unavailable.' } });
    network.on(`GET ${RECOVERY_CODES}`, { body: { remaining: 0, created_at: null } });
    const user = await startEnrollment();
    await user.type(await (await enrollmentDialog()).findByLabelText('Code'), '123456');
    expect(await screen.findByText('Recovery codes weren’t generated')).toBeVisible();
    expect(await screen.findByText('You have no recovery codes')).toBeVisible();

    network.on(MAKE, { body: { codes: TEN_CODES } });
    await user.click(screen.getByRole('button', { name: 'Generate new recovery codes' }));
    await user.click(
      (await dialog('Generate new recovery codes?')).getByRole('button', { name: 'Generate codes' }),
    );
    expect(await screen.findByText(TEN_CODES[0]!)).toBeVisible();
    expect(screen.queryByText('Recovery codes weren’t generated')).toBeNull();
  });
});

describe('an app of an account with two-factor authentication', () => {
  const SECOND = { ...APP, id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b02', friendly_name: 'Tablet' };
  const LIST = 'Second factors';
  const remove = async (name: string) => {
    const { user } = visit('/account/security');
    await user.click(await button(`Remove ${name}`));
    const question = await dialog(`Remove ${name}?`);
    await user.click(question.getByRole('button', { name: 'Remove' }));
    return question;
  };

  it('is not listed while unverified', async () => {
    signInCustomer({ factors: [APP, { ...SECOND, status: 'unverified' }] });
    visit('/account/security');
    const list = within(await screen.findByRole('list', { name: LIST }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(list.getByRole('listitem')).toHaveTextContent('Authenticator app, added Nov 20, 2026');
  });

  it('generates no recovery codes and gets a unique name when it is the second one', async () => {
    signInCustomer({ factors: [APP] });
    network.on(FACTORS, authErrorResponse(422, 'mfa_factor_name_conflict', 'exists'));
    const user = await startEnrollment('Add another method');
    await findOnce(/already have one with this name/);
    const name = (await enrollmentDialog()).getByLabelText('Name');
    expect(name).toHaveAccessibleDescription(/already have one with this name/);
    network.on(FACTORS, { body: ENROLLMENT });
    await user.click((await enrollmentDialog()).getByRole('button', { name: 'Continue' }));
    await user.type(await (await enrollmentDialog()).findByLabelText('Code'), '123456');
    expect(await findToast('App added')).toBe('Phone is ready to use.');
    expect(network.calls(MAKE)).toHaveLength(0);
  });

  it('stays with an error when removing fails', async () => {
    signInCustomer({ factors: [APP] });
    network.on(`DELETE ${FACTOR}`, authErrorResponse(500, 'unexpected_failure', 'Unexpected failure'));
    const question = await remove('Phone');
    expect(question.getByText(/turns off two-factor authentication/)).toBeDefined();
    expect(await question.findByRole('alert')).toHaveTextContent('Couldn’t remove method');
    expect(screen.getByRole('list', { name: LIST })).toBeVisible();
  });

  it('leads to another MFA challenge when the session was verified with it', async () => {
    signInCustomer({ factors: [APP, SECOND] });
    network.on(`DELETE ${FACTOR}`, { body: { id: APP.id } });
    network.on(`POST ${AUTH}/token`, { body: session(authUser({ factors: [SECOND] })) });
    await remove('Phone');
    expect(await screen.findByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  });
});

describe('recovery codes', () => {
  it('are counted and regenerated after confirmation', async () => {
    signInCustomer({ factors: [APP] });
    network.on(`GET ${RECOVERY_CODES}`, { body: { remaining: 7, created_at: '2026-11-20T10:00:00Z' } });
    const { user } = visit('/account/security');
    expect(await screen.findByText('7 recovery codes left')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Generate new recovery codes' }));
    const question = await dialog('Generate new recovery codes?');
    expect(network.calls(MAKE)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Generate codes' }));
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toHaveFocus();
    expect(screen.getByText(TEN_CODES[9]!)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'I’ve saved these codes' }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Two-factor authentication' })).toHaveFocus(),
    );
  });

  it.each([
    [1, '1 recovery code left'],
    [2, '2 recovery codes left'],
  ])('warn when only %d are left', async (remaining, title) => {
    signInCustomer({ factors: [APP] });
    network.on(`GET ${RECOVERY_CODES}`, { body: { remaining, created_at: null } });
    visit('/account/security');
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(/losing your phone could lock you out/)).toBeVisible();
  });
});

const PASSKEYS = `${AUTH}/passkeys`;
const PASSKEY = {
  id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b11',
  friendly_name: 'Chrome on Linux',
  created_at: '2026-11-20T10:00:00Z',
};
const ONE = `${PASSKEYS}/${PASSKEY.id}`;

const mockPasskeys = (...passkeys: object[]) => network.on(`GET ${PASSKEYS}`, { body: passkeys });

describe('passkeys', () => {
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

  it('are listed by name, after an error in place', async () => {
    network.on(`GET ${PASSKEYS}`, 'offline');
    const { user } = visit('/account/security');
    expect(await screen.findByText('Your passkeys couldn’t be loaded')).toBeVisible();
    mockPasskeys(PASSKEY);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const list = await findList('Passkeys');
    expect(list.getByRole('listitem')).toHaveTextContent(/Chrome on Linux.*Added Nov 20, 2026/);
  });

  it.each([
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

  it('require MFA again when the passkey that opened the session is removed', async () => {
    signInCustomer({ factors: [APP] });
    mockPasskeys(PASSKEY);
    network.on(`DELETE ${ONE}`, () => {
      mockPasskeys();
      network.on(`POST ${AUTH}/token`, { body: session(authUser({ factors: [APP] })) });
      return { status: 204 };
    });
    const { user } = visit('/account/security');
    await user.click(await screen.findByRole('button', { name: 'Remove Chrome on Linux' }));
    await user.click((await dialog('Remove Chrome on Linux?')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  });

  it('show an error when adding fails', async () => {
    network.on(
      `POST ${PASSKEYS}/registration/options`,
      authErrorResponse(422, 'too_many_passkeys', 'Ten is the most.'),
    );
    const { user } = visit('/account/security');
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    expect((await findOnce('Ten is the most.')).closest('[role=alert]')).toHaveTextContent(
      'Couldn’t add passkey',
    );
    network.on(`DELETE ${ONE}`, () => {
      mockPasskeys();
      return { status: 204 };
    });
    await user.click(screen.getByRole('button', { name: 'Remove Chrome on Linux' }));
    await user.click((await dialog('Remove Chrome on Linux?')).getByRole('button', { name: 'Remove' }));
    await findToast('Passkey removed');
    expect(screen.queryByText('Couldn’t add passkey')).toBeNull();
  });
});
