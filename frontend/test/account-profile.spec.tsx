import { screen, waitFor, within } from '@testing-library/react';
import { mockAccount, signInCustomer, USER } from './support/account';
import { network } from './support/network';
import { AUTH, authErrorResponse, session, user } from './support/responses';
import { fill, findOnce, findToast, visit } from './support/site';

const UPDATE = `PUT ${USER}`;

const form = async (name: string) => within(await screen.findByRole('form', { name }));

describe('the profile', () => {
  it('is linked in the account menu and in the navigation of the account', async () => {
    signInCustomer();
    const { keyboard } = visit('/account/security');
    const navigation = within(await screen.findByRole('navigation', { name: 'Account' }));
    await keyboard.click(navigation.getByRole('link', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    for (const name of ['Name', 'Profile picture', 'Email address'])
      expect(await screen.findByRole('region', { name })).toBeVisible();
    // Sign-in by phone is off by default.
    expect(screen.queryByRole('region', { name: 'Phone number' })).toBeNull();
    await keyboard.click(screen.getByRole('button', { name: 'Account' }));
    expect(screen.getAllByRole('link', { name: 'Profile' })[0]).toHaveAttribute('href', '/account/profile');
  });
});

describe('the name', () => {
  it('is changed', async () => {
    signInCustomer();
    network.on(UPDATE, { body: user() });
    const { keyboard } = visit('/account/profile');
    const entries = await form('Name');
    const name = entries.getByLabelText('Full name');
    await keyboard.clear(name);
    await fill(keyboard, name, ' Ada King ');
    await keyboard.click(entries.getByRole('button', { name: 'Save name' }));
    await findToast('Name changed');
    expect(network.calls(UPDATE)[0]?.body).toMatchObject({ data: { full_name: 'Ada King' } });
  });

  it.each([
    [' ', 'Enter your full name.'],
    ['see evil.com/x', 'Enter a name without links or email addresses.'],
    ['Ada\tKing', 'Remove invisible or control characters from the name.'],
    ['Ada\u202eKing', 'Remove invisible or control characters from the name.'],
  ])('is not saved as %j', async (text, reason) => {
    signInCustomer();
    const { keyboard } = visit('/account/profile');
    const entries = await form('Name');
    const name = entries.getByLabelText('Full name');
    await keyboard.clear(name);
    await fill(keyboard, name, text);
    await keyboard.click(entries.getByRole('button', { name: 'Save name' }));
    expect(name).toHaveAccessibleDescription(reason);
    expect(network.calls(UPDATE)).toHaveLength(0);
  });
});

describe('an email change', () => {
  const ask = async (address: string) => {
    const { keyboard } = visit('/account/profile');
    const entries = await form('Email address');
    await fill(keyboard, entries.getByLabelText('New email address'), address);
    await keyboard.click(entries.getByRole('button', { name: 'Change email' }));
    return { keyboard, entries };
  };

  it('waits for both addresses and can be resent', async () => {
    signInCustomer();
    network.on(UPDATE, () => {
      mockAccount({ newEmail: 'ada@new.example' });
      return { body: user({ newEmail: 'ada@new.example' }) };
    });
    network.on(`POST ${AUTH}/resend`, () => {
      const sentNow = { email_change_sent_at: new Date().toISOString() };
      network.on(`GET ${USER}`, { body: { ...user({ newEmail: 'ada@new.example' }), ...sentNow } });
      return { body: {} };
    });
    const { keyboard } = await ask('ada@new.example');
    expect(await findToast('Check both inboxes')).toBe(
      'We sent a link to each address. Click both to finish.',
    );
    expect(await screen.findByText('Confirm the change from both addresses')).toBeVisible();
    expect(screen.getByText('ada@new.example')).toBeVisible();
    await keyboard.click(screen.getByRole('button', { name: 'Resend' }));
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
      return { body: session(user({ email: 'ada@new.example' })) };
    });
    const { keyboard } = visit('/account/profile');
    const enter = async (name: string) => {
      await keyboard.click(await screen.findByRole('button', { name }));
      await keyboard.type(screen.getByLabelText('Code'), '177117');
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

  it.each([
    ['ada@example.com', /already your email address/],
    ['not an address', /Enter an email address like/],
  ])('rejects %j', async (address, reason) => {
    signInCustomer();
    const { entries } = await ask(address);
    expect(entries.getByLabelText('New email address')).toHaveAccessibleDescription(reason);
    expect(network.calls(UPDATE)).toHaveLength(0);
  });

  it('shows an error for an address of another account', async () => {
    signInCustomer();
    network.on(UPDATE, authErrorResponse(422, 'email_exists', 'Already registered'));
    const { entries } = await ask('bob@example.com');
    await findOnce(/another account/);
    const entry = entries.getByLabelText('New email address');
    expect(entry).toHaveAccessibleDescription(/another account/);
    await waitFor(() => expect(entry).toHaveFocus());
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
    const account = { ...user(), new_phone: '15550100199', phone_change_sent_at: new Date().toISOString() };
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
      return { body: user() };
    });
    const { keyboard } = visit('/account/profile');
    const entries = await form('Phone number');
    await fill(keyboard, entries.getByLabelText('Phone number'), '\u202a+1 555 010\u20110199\u202c');
    await keyboard.click(entries.getByRole('button', { name: 'Text me a code' }));
    const code = await form('Confirm your new number');
    expect(screen.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
    await keyboard.type(code.getByLabelText('Code'), '000000');
    expect(await findOnce(/isn’t right or has expired/)).toBeVisible();
    await keyboard.clear(code.getByLabelText('Code'));
    await keyboard.type(code.getByLabelText('Code'), '123456');
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
    const { keyboard } = visit('/account/profile');
    const entries = await form('Phone number');
    await fill(keyboard, entries.getByLabelText('Phone number'), '+15550100199');
    await keyboard.click(entries.getByRole('button', { name: 'Text me a code' }));
    await findOnce(/another account/);
    expect(entries.getByLabelText('Phone number')).toHaveAccessibleDescription(/another account/);
  });
});
