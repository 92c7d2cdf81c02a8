import { screen, waitFor, within } from '@testing-library/react';
import { deferred } from './support/deferred';
import { network, type MockResponse } from './support/network';
import {
  signIn,
  currentPath,
  findForm,
  findSilent,
  findToast,
  fullText,
  isSilentToast,
  toastTitles,
  fill,
  visit,
} from './support/site';
import { stripeMock } from './support/stripe-script';
import {
  buy,
  enterCard,
  fillIn,
  INTENT,
  mockCheckout,
  pay,
  payButton,
  PREPARE,
  PROCESS,
  visitCheckout,
} from './support/checkout';
import {
  AUTH,
  authErrorResponse,
  FUNCTIONS,
  errorResponse,
  TEAM_INTENT,
  TEAM_SUBSCRIPTION,
} from './support/responses';

beforeEach(mockCheckout);

describe('the plan in the URL', () => {
  it.each([
    ['/checkout', 'No plan selected', 'Please select a plan to continue.'],
    ['/checkout?plan=free', 'Invalid plan', 'Plan "free" not found. Please select a valid plan.'],
  ])('%s redirects to pricing', async (path, title, description) => {
    visit(path);
    await waitFor(() => expect(currentPath()).toBe('/pricing'));
    expect(await findToast(title)).toBe(description);
  });
});

describe('/checkout', () => {
  it('has the form, no links around it but the way back and the legal pages, and requests an intent', async () => {
    await visitCheckout();
    const links = (role: string) =>
      within(screen.getByRole(role))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(links('banner')).toEqual(['#main', '/', '/pricing']);
    expect(links('contentinfo')).toEqual([
      '/privacy',
      '/terms',
      '/cookies',
      '/gdpr',
      '/cancel',
      '/cancel/withdraw',
    ]);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    const form = await findForm('Account and payment');
    for (const label of ['Full Name', 'Email', 'Password', 'Confirm Password'])
      expect(form.getByLabelText(label)).toBeVisible();
    for (const brand of ['Visa', 'Mastercard', 'American Express'])
      expect(form.getByRole('img', { name: brand })).toBeVisible();
    await waitFor(() => expect(network.calls(INTENT)).toHaveLength(1));
    expect(network.calls(INTENT)[0]?.body).toEqual({ amount: 4900, planName: 'team', interval: 'month' });
  });

  it.each([
    ['/checkout?plan=GROWTH', 'Growth plan', '$99 per month'],
    ['/checkout?plan=team&interval=year', 'Team plan', '$499 per year'],
  ])('%s states the price but no amount or percentage saved', async (path, plan, price) => {
    await visitCheckout(path);
    expect(screen.getByText(plan)).toBeVisible();
    expect(screen.getByText(fullText(new RegExp(`\\${price}`)))).toBeVisible();
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(save|saves|saving|savings)\b|%|discount/i);
  });

  it('charges per year when requested, per month otherwise', async () => {
    const { user } = await visitCheckout('/checkout?plan=team&interval=year');
    expect(screen.getByRole('button', { name: 'Pay $499' })).toBeVisible();
    await user.type(screen.getByLabelText('Full Name'), 'Ada');
    await user.click(screen.getByRole('link', { name: 'Pay $49 monthly instead' }));
    expect(await screen.findByRole('button', { name: 'Pay $49' })).toBeVisible();
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ada');
    await waitFor(() =>
      expect(network.calls(INTENT).map(({ body }) => body['amount'])).toEqual([49900, 4900]),
    );
  });

  it('requests intents one after the other, so that the price shown is the last one opened', async () => {
    const responses: ((response: MockResponse) => void)[] = [];
    network.on(INTENT, () => {
      const { promise, resolve } = deferred<MockResponse>();
      responses.push(resolve);
      return promise;
    });
    const amounts = () => network.calls(INTENT).map(({ body }) => body['amount']);
    const { user } = await visitCheckout();
    await user.click(screen.getByRole('link', { name: 'Pay $499 yearly instead' }));
    await user.click(await screen.findByRole('link', { name: 'Pay $49 monthly instead' }));
    await screen.findByRole('button', { name: 'Pay $49' });
    expect(amounts()).toEqual([4900]);
    responses[0]!({ body: TEAM_INTENT });
    await waitFor(() => expect(amounts()).toEqual([4900, 49900]));
    responses[1]!({ body: { ...TEAM_INTENT, clientSecret: 'pi_2_secret_2', paymentIntentId: 'pi_2' } });
    await waitFor(() => expect(amounts()).toEqual([4900, 49900, 4900]));
    responses[2]!({ body: { ...TEAM_INTENT, clientSecret: 'pi_3_secret_3', paymentIntentId: 'pi_3' } });
    await fillIn(user);
    await pay(user);
    await waitFor(() => expect(network.calls(PREPARE)[0]?.body['clientSecret']).toBe('pi_3_secret_3'));
  });

  it('shows why the payment could not be initialized, and retries', async () => {
    network.on(INTENT, errorResponse(503, 'payment_provider_unavailable', 'No answer from the provider.'));
    const { user } = await visitCheckout();
    const said =
      'Failed to initialize payment: No answer from the provider. Please check your payment provider configuration.';
    expect(await findToast('Error')).toBe(said);
    const box = await findSilent('We couldn’t start the payment');
    network.on(INTENT, { body: TEAM_INTENT });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(box).not.toBeInTheDocument());
  });
});

describe('while another payment of this browser is in progress', () => {
  it('shows that instead of accepting a second one', async () => {
    network.on(INTENT, errorResponse(409, 'checkout_closed', 'Being paid.'));
    const { user } = await visitCheckout();
    expect(await screen.findByText('A payment is in progress')).toBeVisible();
    await fillIn(user);
    await pay(user);
    await waitFor(() => expect(network.calls(INTENT)).toHaveLength(2));
    expect(stripeMock.confirmed).toEqual([]);
    expect(network.calls(PREPARE)).toHaveLength(0);
  });
});

describe('a reload', () => {
  it('keeps the name and email, in this tab only, and no password', async () => {
    const { user, unmount } = await visitCheckout();
    await fillIn(user);
    unmount();
    await visitCheckout();
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ada Lovelace');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(JSON.stringify({ ...localStorage })).not.toContain('ada@example.com');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret1');
  });
});

describe('client-side validation', () => {
  it('reports passwords that do not match or are too short, in one toast and at the field', async () => {
    const { user } = await visitCheckout();
    await fillIn(user, { password: 'secret1', confirmPassword: 'secret2' });
    const TOO_SHORT = 'Password must be at least 6 characters long.';
    for (const [typed, title, description, label, advice] of [
      [
        undefined,
        'Password mismatch',
        'Please make sure your passwords match.',
        'Confirm Password',
        /Type the same password again\./,
      ],
      ['five5', 'Password too short', TOO_SHORT, 'Password', /Choose a longer password\./],
      ['', 'Password too short', TOO_SHORT, 'Password', /Choose a password\./],
    ] as const) {
      for (const name of typed === undefined ? [] : ['Password', 'Confirm Password']) {
        await user.clear(screen.getByLabelText(name));
        if (typed) await fill(user, screen.getByLabelText(name), typed);
      }
      await pay(user);
      expect(await findToast(title)).toBe(description);
      expect(toastTitles()).toEqual([title]);
      expect(isSilentToast(title)).toBe(true);
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(advice));
      expect(screen.getByLabelText(label)).toBeInvalid();
      expect(screen.getAllByText(description)).toHaveLength(1);
    }
    expect(network.calls(PREPARE)).toHaveLength(0);
  });

  it('validates every field, focuses the first invalid one, and shows no toast for the others', async () => {
    const { user } = await visitCheckout();
    await pay(user);
    const name = screen.getByLabelText('Full Name');
    expect(name).toHaveAccessibleDescription('Enter your full name.');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email address.');
    expect(screen.getByLabelText('Confirm Password')).toHaveAccessibleDescription(/Confirm your password\./);
    expect(screen.getByRole('group', { name: 'Card details' })).toHaveAccessibleDescription(
      'Enter your card details.',
    );
    await waitFor(() => expect(name).toHaveFocus());
    expect(toastTitles()).toEqual([]);
    await fill(user, name, 'Win at www.evil.example');
    for (const label of ['Password', 'Confirm Password'])
      await fill(user, screen.getByLabelText(label), 'secret1');
    await pay(user);
    await waitFor(() => expect(name).toHaveAccessibleDescription(/without links/));
    expect(toastTitles()).toEqual([]);
  });

  it('hides an error once its field is edited, and keeps the others', async () => {
    const { user } = await visitCheckout();
    await pay(user);
    const labels = ['Full Name', 'Email', 'Password', 'Confirm Password'];
    const card = screen.getByRole('group', { name: 'Card details' });
    const invalid = () =>
      labels.filter((label) => screen.getByLabelText(label).matches('[aria-invalid=true]'));
    await waitFor(() => expect(screen.getByLabelText('Full Name')).toHaveFocus());
    expect(invalid()).toEqual(labels);
    await fill(user, screen.getByLabelText('Email'), 'ada@example.com');
    expect(invalid()).toEqual(['Full Name', 'Password', 'Confirm Password']);
    await fill(user, screen.getByLabelText('Password'), 'secret1');
    expect(invalid()).toEqual(['Full Name', 'Confirm Password']);
    expect(card).toHaveAccessibleDescription('Enter your card details.');
    await enterCard(user);
    expect(card).not.toHaveAccessibleDescription();
    await fill(user, screen.getByLabelText('Confirm Password'), 'secret2');
    expect(invalid()).toEqual(['Full Name']);
    await pay(user);
    await waitFor(() => expect(invalid()).toEqual(['Full Name', 'Confirm Password']));
    await waitFor(() => expect(screen.getByLabelText('Full Name')).toHaveFocus());
    await user.type(screen.getByLabelText('Password'), '{backspace}2');
    expect(invalid()).toEqual(['Full Name']);
  });

  it('reports a missing card element', async () => {
    const { user } = await visitCheckout();
    await fillIn(user);
    stripeMock.hasCardElement = false;
    await pay(user);
    expect(await findToast('Payment Failed')).toBe('Card element not found');
    expect(await findSilent('You can try again.')).toBeVisible();
    expect(screen.getAllByText('Card element not found')).toHaveLength(1);
  });
});

describe('server errors before the card is charged', () => {
  it('a weak password or rejected details: shows the message at the field', async () => {
    const message = 'Enter a name without links.';
    const weak = 'This password has appeared in a data breach.';
    network.on(PREPARE, errorResponse(422, 'weak_password', weak, { reasons: ['pwned'] }));
    const user = await buy();
    const password = screen.getByLabelText('Password');
    await waitFor(() => expect(password).toHaveAccessibleDescription(/appeared in a data breach/));
    const fields = [{ field: 'fullName', message }];
    network.on(PREPARE, errorResponse(422, 'validation_failed', 'Invalid input.', { fields }));
    await pay(user);
    const fullName = screen.getByLabelText('Full Name');
    await waitFor(() => expect(fullName).toHaveAccessibleDescription(message));
    await waitFor(() => expect(fullName).toHaveFocus());
    expect(toastTitles()).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(stripeMock.confirmed).toEqual([]);
  });

  it('an existing plan: shows it and how to change it', async () => {
    network.on(
      PREPARE,
      errorResponse(409, 'already_subscribed', 'Already on a plan.', { plan: 'team', interval: 'month' }),
    );
    const { user } = await visitCheckout('/checkout?plan=growth');
    await fillIn(user);
    await pay(user);
    expect(await screen.findByRole('heading', { name: 'You’re already on the Team plan' })).toBeVisible();
    expect(screen.getByText(/You weren’t charged again/)).toBeVisible();
    expect(stripeMock.confirmed).toEqual([]);
  });

  it('anything else: shows its message and keeps the form', async () => {
    network.on(PREPARE, 'offline');
    await buy();
    expect(await findToast('Payment Failed')).toContain('We couldn’t reach the server.');
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ada Lovelace');
    expect(payButton()).toBeEnabled();
  });
});

describe('a signed-in buyer', () => {
  it('only enters the card; the plan is added to the account', async () => {
    signIn();
    const { user } = await visitCheckout();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByText('ada@example.com')).toBeVisible();
    await enterCard(user);
    await pay(user);
    expect(await findToast('Payment Successful! 🎉')).toBe('Your subscription has been activated.');
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(network.calls(PREPARE)[0]?.body).toEqual({
      clientSecret: 'pi_1_secret_1',
      planName: 'team',
      amount: 4900,
    });
    expect(stripeMock.confirmed[0]?.billing).toEqual({ name: 'Ada Lovelace', email: 'ada@example.com' });
  });

  it('continues with the password when the session was ended, keeping the card', async () => {
    signIn();
    network.on(PREPARE, ({ headers }) =>
      headers.get('Authorization')
        ? errorResponse(422, 'validation_failed', 'Please choose a password.', {
            fields: [{ field: 'password', message: 'Please choose a password.' }],
          })
        : { body: { status: 'ready' } },
    );
    network.on(`GET ${AUTH}/user`, authErrorResponse(403, 'session_not_found', 'Session does not exist'));
    const { user } = await visitCheckout();
    await enterCard(user);
    const card = screen.getByLabelText('Card number');
    await pay(user);
    expect(await screen.findByText('Your session has ended')).toBeVisible();
    expect(screen.getByLabelText('Card number')).toBe(card);
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ada Lovelace');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(toastTitles()).toEqual([]);
    await fill(user, screen.getByLabelText('Password'), 'secret1');
    await fill(user, screen.getByLabelText('Confirm Password'), 'secret1');
    await pay(user);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(network.calls(PREPARE)[1]?.body).toMatchObject({ email: 'ada@example.com', password: 'secret1' });
    expect(stripeMock.confirmed).toHaveLength(1);
  });

  it('sees texts about the plan, not a new account, while the payment is processed', async () => {
    signIn();
    const response = deferred<MockResponse>();
    network.on(PROCESS, () => response.promise);
    const { user } = await visitCheckout();
    await enterCard(user);
    await pay(user);
    expect(await screen.findByText('Adding your plan...')).toBeVisible();
    response.resolve(errorResponse(409, 'checkout_closed', 'Please contact support.'));
    expect(
      await screen.findByRole('heading', { name: 'We received your payment but couldn’t add your plan' }),
    ).toBeVisible();
  });

  it('leaves neither name nor email behind when signing out', async () => {
    signIn();
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { user } = await visitCheckout();
    await enterCard(user);
    const card = screen.getByLabelText('Card number');
    await user.click(screen.getByRole('button', { name: 'Not you? Sign out' }));
    expect(await screen.findByLabelText('Full Name')).toHaveValue('');
    expect(screen.getByLabelText('Email')).toHaveValue('');
    expect(screen.getByLabelText('Card number')).toBe(card);
    expect(screen.queryByText('Your session has ended')).toBeNull();
  });

  it('learns about an existing plan before entering a card', async () => {
    signIn();
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: TEAM_SUBSCRIPTION });
    visit('/checkout?plan=growth');
    expect(await screen.findByRole('heading', { name: 'You’re already on the Team plan' })).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(screen.getByRole('link', { name: 'Switch to Growth, billed monthly' })).toHaveAttribute(
      'href',
      '/account/billing/change?plan=growth&interval=month',
    );
  });
});
