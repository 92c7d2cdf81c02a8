import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { ENDED, mockSubscription, pastDue, signInSubscriber, SUBSCRIPTION } from './support/billing';
import { network } from './support/network';
import {
  signIn,
  currentPath,
  findSilent,
  findToast,
  isSilentToast,
  toastTitles,
  visit,
  fill,
} from './support/site';
import {
  FUNCTIONS,
  NO_SUBSCRIPTION,
  errorResponse,
  session,
  TEAM_PURCHASE,
  TEAM_SUBSCRIPTION,
} from './support/responses';

const PURCHASE = { ...TEAM_PURCHASE, plan: 'team' };
const second = () => act(() => jest.advanceTimersByTimeAsync(1_000));

describe('/checkout-success', () => {
  /** Opens the page with fake timers. */
  async function arrive(tab: Window | null = {} as Window) {
    const open = jest.spyOn(window, 'open').mockReturnValue(tab);
    visit('/checkout-success', PURCHASE);
    const stop = await screen.findByRole('button', { name: 'Stop the countdown' });
    return { open, stop };
  }

  it('shows the email, the plan, and the next steps', async () => {
    await arrive();
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to the product' })).toBeVisible();
    expect(screen.getByText('ada@example.com')).toBeVisible();
    expect(screen.getByText('Team')).toBeVisible();
    const steps = screen.getByRole('heading', { name: 'Next steps' }).nextElementSibling as HTMLElement;
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual([
      expect.stringContaining('Open the dashboard'),
      expect.stringContaining('Connect an email account'),
      expect.stringContaining('Invite your team'),
    ]);
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  });

  it('announces the payment once, and not again after a reload', async () => {
    const { unmount } = visit('/checkout-success', { ...PURCHASE, announcement: 'Activated.' });
    expect(await findToast('Payment Successful! 🎉')).toBe('Activated.');
    const kept = () => (window.history as { state: { usr: object } }).state.usr;
    await waitFor(() => expect(kept()).not.toMatchObject({ announcement: 'Activated.' }));
    unmount();
    act(() => toast.removeAll());
    visit('/checkout-success', kept());
    await screen.findByRole('heading', { name: 'Next steps' });
    expect(toastTitles()).toEqual([]);
  });

  it('counts from 5 to 0, announced once, and opens the app once in a new tab', async () => {
    jest.useFakeTimers();
    const { open } = await arrive();
    const announced = screen.getByText(/unless you stop the countdown/);
    const text = announced.textContent;
    expect(announced.tagName).toBe('OUTPUT');
    for (const left of [5, 4, 3, 2, 1]) {
      expect(announced).toHaveTextContent(text!);
      expect(screen.getByText(String(left), { selector: '[aria-hidden] *' })).toBeVisible();
      expect(open).not.toHaveBeenCalled();
      await second();
    }
    expect(open).toHaveBeenCalledTimes(1);
    expect(open).toHaveBeenCalledWith('http://localhost:3030', '_blank');
    expect(screen.getByText('The app opened in a new tab.')).toBeVisible();
    await second();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('can be stopped', async () => {
    jest.useFakeTimers();
    const { open, stop } = await arrive();
    act(() => stop.click());
    for (let round = 0; round < 6; round += 1) await second();
    expect(open).not.toHaveBeenCalled();
    expect(screen.getByText(/The countdown has stopped/)).toBeVisible();
  });

  it('stops when the page is hidden', async () => {
    jest.useFakeTimers();
    const { open } = await arrive();
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    hidden.mockReturnValue(false);
    for (let round = 0; round < 6; round += 1) await second();
    expect(open).not.toHaveBeenCalled();
  });

  it('points to Open Now when the browser blocks the tab', async () => {
    jest.useFakeTimers();
    const { open } = await arrive(null);
    for (let round = 0; round < 5; round += 1) await second();
    expect(screen.getByText(/Your browser blocked the new tab. Click Open Now/)).toBeVisible();
    open.mockReturnValue({} as Window);
    act(() => screen.getByRole('button', { name: 'Open Now' }).click());
    expect(screen.getByText('The app opened in a new tab.')).toBeVisible();
  });
});

describe('the welcome email', () => {
  const STATUS = 'GET /api/account/v1/welcome-email';
  const RESEND = 'POST /api/account/v1/welcome-email/resend';
  const CORRECT = 'POST /api/account/v1/welcome-email/correct';
  const email = (delivery: string, correctable = true, address = 'ada@example.com') => ({
    body: { email: address, delivery, correctable },
  });
  const text = async (words: RegExp) => expect(await screen.findByText(words)).toBeVisible();
  const open = (path: string) => {
    signIn({ unconfirmed: true });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: TEAM_SUBSCRIPTION });
    return visit(path, { ...PURCHASE, opened: true });
  };

  it.each(['/checkout-success', '/success?session_id=cs_1'])(
    '%s says that it is being sent until it has been sent',
    async (path) => {
      network.on(STATUS, email('pending'));
      open(path);
      await text(/We’re sending the details to/);
      expect(screen.queryByText(/emailed you|We’ve sent/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Resend email' })).toBeNull();
      network.on(STATUS, email('sent'));
      expect(await screen.findByText(/We’ve sent the details to/)).toBeVisible();
    },
  );

  it('is reported neither as sent nor as being sent to a signed-out buyer, who can sign in to resend it', async () => {
    visit('/checkout-success', { ...PURCHASE, opened: true });
    await text(/We email the details to/);
    // The app was opened before the page was reloaded.
    expect(screen.getByRole('button', { name: 'Open Now' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop the countdown' })).toBeNull();
    expect(screen.queryByText(/sending|'ve sent/)).toBeNull();
    const signIn = within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' });
    expect(signIn.closest('p')).toHaveTextContent(
      'Sign in to resend the email, correct its address, or manage your account.',
    );
    expect(network.calls(STATUS)).toHaveLength(0);
  });

  const resend = async () => {
    network.on(STATUS, email('failed'));
    const { user } = open('/checkout-success');
    await text(/We couldn’t send the details to/);
    await user.click(screen.getByRole('button', { name: 'Resend email' }));
  };

  it('can be resent after it failed', async () => {
    network.on(RESEND, email('pending'));
    await resend();
    await text(/We’re sending the details to/);
    expect(network.calls(RESEND)).toHaveLength(1);
  });

  it('waits before it can be resent, and as long as the server asks', async () => {
    network.on(RESEND, email('failed'));
    await resend();
    expect(await screen.findByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
  });

  it('counts down what is left of the limit', async () => {
    network.on(RESEND, {
      status: 429,
      body: { statusCode: 429, code: 'rate_limited', message: 'Too many attempts.', requestId: 'test' },
      headers: { 'Retry-After': '120' },
    });
    await resend();
    expect(await screen.findByRole('button', { name: /^Resend in (1\d|[6-9])\d s$/ })).toBeDisabled();
  });

  it('can be sent once to a corrected address, unless it belongs to another account', async () => {
    network.on(STATUS, email('sent'));
    network.on(CORRECT, errorResponse(422, 'email_exists', 'In use.'));
    network.on('POST /api/auth/v1/token', { body: session() });
    const { user } = open('/checkout-success');
    await user.click(await screen.findByRole('button', { name: 'Correct the address' }));
    const form = within(screen.getByRole('form', { name: 'Correct your email' }));
    const field = form.getByLabelText('Email');
    const send = () => user.click(form.getByRole('button', { name: 'Send to this address' }));
    await send();
    expect(field).toBeInvalid();
    await waitFor(() => expect(field).toHaveFocus());
    await fill(user, field, 'taken@example.com');
    await send();
    await waitFor(() => expect(field).toHaveAccessibleDescription(/belongs to another account/));
    await waitFor(() => expect(field).toHaveFocus());
    network.on(CORRECT, email('sent', false, 'right@example.com'));
    await user.clear(field);
    await fill(user, field, 'right@example.com');
    await send();
    expect(await screen.findByText('right@example.com')).toBeVisible();
    expect(network.calls(CORRECT)[1]?.body).toEqual({ email: 'right@example.com' });
    expect(screen.queryByRole('button', { name: 'Correct the address' })).toBeNull();
    await waitFor(() => expect(screen.getByText(/the details to/)).toHaveFocus());
  });
});

describe('a confirmation page without a purchase', () => {
  it.each(['/success', '/checkout-success'])('%s redirects to pricing', async (path) => {
    visit(path);
    await waitFor(() => expect(currentPath()).toBe('/pricing'));
  });

  it.each(['/success', '/checkout-success'])(
    '%s shows a customer their plan instead of selling it again',
    async (path) => {
      signInSubscriber(pastDue('Your card was declined.'));
      visit(path);
      expect(await screen.findByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
      expect(currentPath()).toBe('/account/billing');
    },
  );

  it.each([
    ['has no plan', null],
    ['had a plan', ENDED],
  ])('redirects a user who %s to pricing', async (_, view) => {
    signIn();
    mockSubscription(view);
    visit('/success');
    await waitFor(() => expect(currentPath()).toBe('/pricing'));
    expect(network.calls(`GET ${SUBSCRIPTION}`).length).toBeGreaterThan(0);
  });

  it('leaves the error to Billing if the plan is unknown', async () => {
    signInSubscriber();
    network.on(`GET ${SUBSCRIPTION}`, errorResponse(503, 'unavailable', 'Try again later.'));
    visit('/success');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(currentPath()).toBe('/account/billing');
  });
});

describe('/success', () => {
  const CHECK = `POST ${FUNCTIONS}/check-subscription`;
  const WELCOME = `POST ${FUNCTIONS}/send-welcome-email`;
  const VERIFICATION_ERROR = 'There was an issue verifying your subscription. Please contact support.';

  /** Responds to the check of this payment; other checks return no subscription. */
  const paymentIs = (answer: Parameters<typeof network.on>[1]) => {
    network.on(CHECK, (call) =>
      call.body['session_id'] ? (answer as { body: unknown }) : { body: NO_SUBSCRIPTION },
    );
    network.on(WELCOME, { status: 202, body: { queued: true, emailId: 'mail-1' } });
  };

  it('verifies, shows the plan, and requests the welcome email once', async () => {
    signIn();
    paymentIs({ body: TEAM_SUBSCRIPTION });
    visit('/success?session_id=cs_1');
    await screen.findByRole('heading', { name: 'Verifying Your Subscription...' });
    expect(await screen.findByRole('heading', { name: 'Welcome Aboard!' })).toBeVisible();
    expect(screen.getByText(/Your Team plan is active/)).toBeVisible();
    expect(await findToast('Payment Successful! 🎉')).toBe(
      'Your subscription has been activated. Check your email for details.',
    );
    await waitFor(() => expect(network.calls(WELCOME)).toHaveLength(1));
    expect(network.calls(WELCOME)[0]?.body).toEqual({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      isFreeTrial: false,
      subscriptionTier: 'team',
    });
    expect(screen.getByRole('link', { name: /Open the app/ })).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: 'Manage Subscription' })).toHaveAttribute('href', '/pricing');
  });

  it('shows that the payment is under review, and no error', async () => {
    signIn();
    network.on(CHECK, (call) =>
      call.body['session_id']
        ? errorResponse(409, 'payment_under_review', 'Please don’t pay again.')
        : { body: NO_SUBSCRIPTION },
    );
    visit('/success?session_id=cs_1');
    expect(await screen.findByRole('heading', { name: 'We’re reviewing your payment' })).toBeVisible();
    expect(screen.getByText('Please don’t pay again.')).toBeVisible();
    expect(toastTitles()).toEqual([]);
    expect(screen.queryByText('Verification Error')).toBeNull();
  });

  it.each([
    ['payment_refunded', 'Your payment was refunded', 'We refunded this payment in full.'],
    ['subscription_ended', 'Your subscription has ended', 'This subscription has ended.'],
  ])('explains %s instead of showing the welcome', async (code, title, message) => {
    signIn();
    paymentIs(errorResponse(409, code, message));
    visit('/success?session_id=cs_1');
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByText('Welcome Aboard!')).toBeNull();
    expect(toastTitles()).toEqual([]);
    expect(network.calls(WELCOME)).toHaveLength(0);
  });

  it('never shows the welcome for the free tier', async () => {
    signIn();
    paymentIs({ body: { ...NO_SUBSCRIPTION, subscription_tier: 'free', status: 'canceled' } });
    visit('/success?session_id=cs_1');
    expect(await findToast('Verification Error')).toBe(VERIFICATION_ERROR);
    expect(screen.queryByText('Welcome Aboard!')).toBeNull();
    expect(network.calls(WELCOME)).toHaveLength(0);
  });

  it('shows an error with a retry for unknown payments and those of others', async () => {
    signIn();
    paymentIs(errorResponse(404, 'session_not_found', 'Unknown.'));
    const { user } = visit('/success?session_id=cs_1');
    expect(await findToast('Verification Error')).toBe(VERIFICATION_ERROR);
    expect(await findSilent('We couldn’t confirm your payment')).toBeVisible();
    expect(screen.getAllByText(VERIFICATION_ERROR)).toHaveLength(1);
    expect(isSilentToast('Verification Error')).toBe(false);
    expect(screen.queryByText('Welcome Aboard!')).toBeNull();
    paymentIs({ body: TEAM_SUBSCRIPTION });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Welcome Aboard!' })).toBeVisible();
  });

  it('sends signed-out visitors to sign in and back', async () => {
    network.on(CHECK, errorResponse(401, 'unauthorized', 'Sign in.'));
    network.on('POST /api/auth/v1/token', { status: 500 });
    const { user } = visit('/success?session_id=cs_1');
    expect(await findToast('Verification Error')).toBe(VERIFICATION_ERROR);
    await user.click(await screen.findByRole('link', { name: 'Sign in' }));
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    expect(window.history.state.usr).toEqual({ returnTo: '/success?session_id=cs_1' });
  });
});
