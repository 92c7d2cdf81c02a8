import { screen, waitFor, within } from '@testing-library/react';
import {
  captchaCheckbox,
  captchaProvider,
  resetCaptchaProvider,
  widgetEvents,
} from './support/captcha-script';
import { buy, mockCheckout, pay, PREPARE } from './support/checkout';
import { network } from './support/network';
import { currentPath, configureSite, findToast, fill, visit } from './support/site';
import {
  AUTH,
  authErrorResponse,
  FUNCTIONS,
  NO_SUBSCRIPTION,
  errorResponse,
  authUser,
} from './support/responses';
import { stripeMock } from './support/stripe-script';

configureSite({
  appUrl: 'http://localhost/auth#the-app',
  captcha: { provider: 'turnstile', siteKey: 'the-site-key' },
});

const SIGN_UP = `POST ${AUTH}/signup`;
const SIGN_IN = `POST ${AUTH}/token`;
const MISSING = 'Complete the captcha first.';

beforeEach(() => {
  resetCaptchaProvider();
  network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
});

const tokensSent = (endpoint: string) =>
  network
    .calls(endpoint)
    .map(
      ({ body }) => (body['gotrue_meta_security'] as { captcha_token?: string } | undefined)?.captcha_token,
    );

async function openSignUp() {
  const { user } = visit('/auth');
  const form = within(await screen.findByRole('form', { name: 'Sign up' }));
  await fill(user, form.getByLabelText('Full Name'), 'Ada Lovelace');
  await fill(user, form.getByLabelText('Email'), 'ada@example.com');
  await fill(user, form.getByLabelText('Password'), 'secret1');
  return { user, send: () => user.click(form.getByRole('button', { name: 'Sign Up' })) };
}

describe('with a captcha configured', () => {
  it('pages without forms do not load it', async () => {
    visit('/pricing');
    await screen.findByRole('button', { name: 'Choose Team' });
    expect(captchaProvider.requested).toEqual([]);
  });

  it('sign-up requires it and sends its token, unless that has expired', async () => {
    network.on(SIGN_UP, { body: authUser() });
    const { user, send } = await openSignUp();
    const tick = await captchaCheckbox();
    expect(tick).toHaveAttribute('data-sitekey', 'the-site-key');
    await send();
    const group = screen.getByRole('group', { name: 'Verify that you’re human' });
    expect(group).toHaveAccessibleDescription(MISSING);
    await waitFor(() => expect(group).toHaveFocus());
    expect(network.calls(SIGN_UP)).toHaveLength(0);

    await user.click(tick);
    expect(screen.queryByText(MISSING)).toBeNull();
    widgetEvents.expired();
    await send();
    expect(await screen.findByText(MISSING)).toBeVisible();
    expect(network.calls(SIGN_UP)).toHaveLength(0);

    await user.click(tick);
    await send();
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(tokensSent(SIGN_UP)).toEqual(['captcha-token-2']);
  });

  it('a token is used once: the captcha restarts after an error', async () => {
    network.on(
      SIGN_UP,
      authErrorResponse(400, 'captcha_failed', 'Please show that you are not a robot and try again.'),
    );
    const { user, send } = await openSignUp();
    await user.click(await captchaCheckbox());
    await send();
    expect(await findToast('Sign up failed')).toMatch(/^Please show that you are not a robot and/);
    await waitFor(async () => expect(await captchaCheckbox()).not.toBeChecked());
    await send();
    expect(network.calls(SIGN_UP)).toHaveLength(1);
    await user.click(await captchaCheckbox());
    await send();
    await waitFor(() => expect(tokensSent(SIGN_UP)).toEqual(['captcha-token-1', 'captcha-token-2']));
  });

  it('sign-in sends its token, and so does resending the confirmation email', async () => {
    network.on(SIGN_IN, authErrorResponse(400, 'email_not_confirmed', 'Email not confirmed'));
    network.on(`POST ${AUTH}/resend`, { body: {} });
    const { user } = visit('/auth');
    await user.click(await screen.findByRole('tab', { name: 'Sign In' }));
    const form = within(screen.getByRole('form', { name: 'Sign in' }));
    await fill(user, form.getByLabelText('Email'), 'ada@example.com');
    await fill(user, form.getByLabelText('Password'), 'secret1');
    await user.click(await form.findByRole('checkbox', { name: 'I am human' }));
    await user.click(form.getByRole('button', { name: 'Sign In' }));
    const again = await form.findByRole('button', { name: 'Resend email' });
    expect(tokensSent(SIGN_IN)).toEqual(['captcha-token-1']);

    await user.click(again);
    expect(await form.findByText(MISSING)).toBeVisible();
    await user.click(await form.findByRole('checkbox', { name: 'I am human', checked: false }));
    await user.click(form.getByRole('button', { name: 'Resend email' }));
    expect(await form.findByText(/sent an email to ada@example.com/)).toBeVisible();
    expect(tokensSent(`POST ${AUTH}/resend`)).toEqual(['captcha-token-2']);
  });

  it('the card is charged only after the server has accepted its token', async () => {
    mockCheckout();
    network.on(PREPARE, ({ body }) =>
      body['captchaToken'] === 'captcha-token-2'
        ? { body: { status: 'ready' } }
        : errorResponse(400, 'captcha_failed', 'Please show that you are not a robot and try again.'),
    );
    const user = await buy();
    expect(await screen.findByText(MISSING)).toBeVisible();
    expect(network.calls(PREPARE)).toHaveLength(0);

    await user.click(await captchaCheckbox());
    await pay(user);
    expect(await findToast('Payment Failed')).toMatch(/Captcha verification failed\./);
    expect(stripeMock.confirmed).toEqual([]);

    await user.click(await screen.findByRole('checkbox', { name: 'I am human', checked: false }));
    await pay(user);
    await waitFor(() => expect(currentPath()).toBe('/checkout-success'));
    expect(stripeMock.confirmed).toHaveLength(1);
  });

  it('a story requires it and sends its token', async () => {
    const SHARE = `POST ${FUNCTIONS}/share-story`;
    network.on(SHARE, { status: 202, body: { status: 'received', pictureUploads: [] } });
    const { user } = visit('/customer-stories');
    await user.click(await screen.findByRole('button', { name: 'Share Your Story' }));
    const form = within(screen.getByRole('dialog', { name: 'Share Your Story' }));
    await fill(user, await form.findByLabelText('Name'), 'Ada Lovelace');
    await fill(user, form.getByLabelText('Company'), 'Engine & Sons');
    await fill(user, form.getByLabelText('Email'), 'ada@example.com');
    await fill(user, form.getByLabelText('Your story'), 'We found three tools for one job.');
    await user.click(form.getByRole('checkbox', { name: /^I agree/ }));
    const tick = await captchaCheckbox();
    await user.click(form.getByRole('button', { name: 'Send your story' }));
    expect(screen.getByRole('group', { name: 'Verify that you’re human' })).toHaveAccessibleDescription(
      MISSING,
    );
    expect(network.calls(SHARE)).toHaveLength(0);

    await user.click(tick);
    await user.click(form.getByRole('button', { name: 'Send your story' }));
    expect(await form.findByRole('heading', { name: /Thanks for sharing/ })).toBeVisible();
    await waitFor(() => expect(network.calls(SHARE)[0]?.body['captchaToken']).toBe('captcha-token-1'));
    expect(captchaProvider.issued).toBe(1);
  });

  it('a provider failure is shown with a retry', async () => {
    const { user } = await openSignUp();
    await captchaCheckbox();
    widgetEvents.broken();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The captcha didn’t load');
    expect(alert).toHaveTextContent('challenges.cloudflare.com');
    await user.click(screen.getByRole('button', { name: 'Reload captcha' }));
    expect(await captchaCheckbox()).toBeVisible();
  });
});
