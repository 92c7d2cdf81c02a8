import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { network } from './network';
import { fill, visit } from './site';
import { FUNCTIONS, TEAM_INTENT, TEAM_PURCHASE } from './responses';

export const CONFIG = `POST ${FUNCTIONS}/get-stripe-config`;
export const INTENT = `POST ${FUNCTIONS}/create-payment-intent`;
export const PREPARE = `POST ${FUNCTIONS}/prepare-checkout`;
export const PROCESS = `POST ${FUNCTIONS}/process-payment`;

/** Mocks a successful response for every call of a checkout. */
export function mockCheckout(): void {
  network.on(CONFIG, { body: { publishableKey: 'pk_test_sandbox', scriptUrl: '/api/sandbox/stripe.js' } });
  network.on(INTENT, { body: TEAM_INTENT });
  network.on(PREPARE, { body: { status: 'ready' } });
  network.on(PROCESS, { body: TEAM_PURCHASE });
}

/** Opens the Team checkout and waits for the card field. */
export async function visitCheckout(path = '/checkout?plan=team') {
  const opened = visit(path);
  await screen.findByLabelText('Card number');
  return opened;
}

export async function enterCard(user: UserEvent): Promise<void> {
  await fill(user, screen.getByLabelText('Card number'), '4242424242424242');
  await fill(user, screen.getByLabelText('Expiration date'), '1230');
  await fill(user, screen.getByLabelText('CVC'), '123');
}

/** Fills in the whole form; `overrides` replaces the default values. */
export async function fillIn(
  user: UserEvent,
  overrides: { email?: string; password?: string; confirmPassword?: string } = {},
): Promise<void> {
  const { email = 'ada@example.com', password = 'secret1', confirmPassword = password } = overrides;
  const form = within(screen.getByRole('form', { name: 'Account and payment' }));
  await fill(user, form.getByLabelText('Full Name'), 'Ada Lovelace');
  await fill(user, form.getByLabelText('Email'), email);
  if (password) await fill(user, form.getByLabelText('Password'), password);
  if (confirmPassword) await fill(user, form.getByLabelText('Confirm Password'), confirmPassword);
  await enterCard(user);
}

export const payButton = () => screen.getByRole('button', { name: /^(Pay \$|Processing Payment)/ });
export const pay = (user: UserEvent) => user.click(payButton());

/** Opens the Team checkout, fills in the form and pays. */
export async function buy(): Promise<UserEvent> {
  const { user } = await visitCheckout();
  await fillIn(user);
  await pay(user);
  return user;
}
