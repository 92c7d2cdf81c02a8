import { screen, waitFor, within } from '@testing-library/react';
import { signInCustomer, USER } from './support/account';
import { network } from './support/network';
import { currentPath, configureSite, findToast, fill, visit } from './support/site';
import { AUTH, FUNCTIONS, AAL2_TOKEN, NO_SUBSCRIPTION, session, user } from './support/responses';

configureSite({ productName: 'the product', appUrl: 'http://localhost/auth#the-app' });

const WEAK = {
  weak_password: { reasons: ['pwned'], message: 'This password has appeared in a data breach.' },
};
const TITLE = 'Your password is weak';

async function signIn(extra: object) {
  signInCustomer();
  localStorage.removeItem('session');
  network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
  network.on(`POST ${AUTH}/token`, { body: { ...session(user(), AAL2_TOKEN), ...extra } });
  const page = visit('/auth?next=%2Fcheckout%3Fplan%3Dteam');
  const form = within(await screen.findByRole('form', { name: 'Sign in' }));
  await fill(page.keyboard, form.getByLabelText('Email'), 'ada@example.com');
  await fill(page.keyboard, form.getByLabelText('Password'), 'secret1');
  await page.keyboard.click(form.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(currentPath()).toBe('/checkout?plan=team'));
  await screen.findByRole('link', { name: 'Back to plans' });
  return page;
}

describe('signing in with a weak password', () => {
  it('succeeds, shows the server’s reason, and links to the form to change it', async () => {
    const { keyboard } = await signIn(WEAK);
    expect(await screen.findByText(TITLE)).toBeVisible();
    expect(screen.getByText('This password has appeared in a data breach.')).toBeVisible();
    await keyboard.click(screen.getByRole('link', { name: 'Change password' }));
    expect(await screen.findByText('Your current password is weak')).toBeVisible();
    expect(screen.queryByText(TITLE)).toBeNull();

    network.on(`PUT ${USER}`, { body: user() });
    const form = within(screen.getByRole('form', { name: 'Password' }));
    await fill(keyboard, form.getByLabelText('Current password'), 'secret1');
    await fill(keyboard, form.getByLabelText('New password'), 'a better password');
    await keyboard.click(form.getByRole('button', { name: 'Change password' }));
    await findToast('Password changed');
    expect(screen.queryByText('Your current password is weak')).toBeNull();
    expect(localStorage.getItem('weak-password')).toBeNull();
  });

  it('shows the warning again after a reload until it is dismissed', async () => {
    const first = await signIn(WEAK);
    await screen.findByText(TITLE);
    first.unmount();
    const { keyboard } = visit('/');
    expect(await screen.findByText(TITLE)).toBeVisible();
    await keyboard.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(TITLE)).toBeNull();
    expect(localStorage.getItem('weak-password')).toBeNull();
  });

  it('does not show the warning to other users', async () => {
    signInCustomer();
    localStorage.setItem('weak-password', JSON.stringify({ userId: 'another', sentence: 'Weak.' }));
    visit('/account/security');
    await screen.findByRole('form', { name: 'Password' });
    expect(screen.queryByText('Your current password is weak')).toBeNull();
  });

  it('clears the warning when the password is strong', async () => {
    localStorage.setItem('weak-password', JSON.stringify({ userId: user().id, sentence: 'Weak.' }));
    await signIn({});
    expect(screen.queryByText(TITLE)).toBeNull();
  });
});
