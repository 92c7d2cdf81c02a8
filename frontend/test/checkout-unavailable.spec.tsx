import { screen, waitFor } from '@testing-library/react';
import { CONFIG, INTENT, mockCheckout, visitCheckout } from './support/checkout';
import { network, type MockResponse } from './support/network';
import { deferred } from './support/deferred';
import { currentPath, findSilent, findToast, visit } from './support/site';
import { stripeMock } from './support/stripe-script';
import { errorResponse, TEAM_INTENT } from './support/responses';

const UNAVAILABLE = 'Payment system unavailable. Please try again later.';
const CONTACT_SUPPORT = 'Unable to load payment system. Please contact support.';

beforeEach(mockCheckout);

// Order matters: a loaded script stays loaded.
describe('a payment system that fails to load', () => {
  it('shows a loading state, then an error in a toast and on the page with a link to pricing', async () => {
    stripeMock.serves = false;
    const config = deferred<MockResponse>();
    network.on(CONFIG, () => config.promise);
    const { user } = visit('/checkout?plan=team');
    expect(await screen.findByText('Loading payment system...')).toBeVisible();
    config.resolve({ body: { publishableKey: 'pk_test_sandbox', scriptUrl: '/api/sandbox/stripe.js' } });
    expect(await findToast('Configuration Error')).toBe(CONTACT_SUPPORT);
    expect(await findSilent(UNAVAILABLE)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Back to Pricing' }));
    await waitFor(() => expect(currentPath()).toBe('/pricing'));
  });

  it('never loads a script from another origin', async () => {
    network.on(CONFIG, {
      body: { publishableKey: 'pk_test_x', scriptUrl: 'https://evil.example/api/sandbox/stripe.js' },
    });
    visit('/checkout?plan=team');
    expect(await screen.findByText(UNAVAILABLE)).toBeVisible();
    expect(document.querySelector('script[src*="evil.example"]')).toBeNull();
  });

  it('can be retried', async () => {
    stripeMock.serves = false;
    const { user } = visit('/checkout?plan=team');
    await screen.findByText(UNAVAILABLE);
    network.on(CONFIG, errorResponse(500, 'internal_error', 'Unavailable.'));
    stripeMock.serves = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(stripeMock.key).toBe('pk_test_sandbox');
  });
});

describe('with the fallback key', () => {
  beforeEach(() => network.on(CONFIG, errorResponse(500, 'internal_error', 'Unavailable.')));

  it('accepts test cards', async () => {
    await visitCheckout();
    expect(screen.getByRole('button', { name: 'Pay $49' })).toBeEnabled();
  });

  it('accepts no card for a live payment', async () => {
    network.on(INTENT, { body: { ...TEAM_INTENT, livemode: true } });
    visit('/checkout?plan=team');
    expect(await findToast('Configuration Error')).toBe(CONTACT_SUPPORT);
    expect(await screen.findByText(UNAVAILABLE)).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it('accepts no card when the server does not respond', async () => {
    network.on(INTENT, 'offline');
    visit('/checkout?plan=team');
    expect(await screen.findByText(UNAVAILABLE)).toBeVisible();
  });

  it('requests the key again on a retry', async () => {
    network.on(INTENT, { body: { ...TEAM_INTENT, livemode: true } });
    const { user } = visit('/checkout?plan=team');
    await screen.findByText(UNAVAILABLE);
    network.on(CONFIG, { body: { publishableKey: 'pk_live_1' } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(stripeMock.key).toBe('pk_live_1');
  });
});
