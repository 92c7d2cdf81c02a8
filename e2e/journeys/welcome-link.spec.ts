import { query } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { useOldestBrowser } from '../support/oldest-browser.js';
import { newUser, signInWithPassword, type TestUser } from '../support/users.js';
import { chargeCard, createCustomer, openCheckout, processPayment } from '../support/purchase.js';
import { expectAccessible } from '../support/accessibility.js';

async function customerWithWelcomeLink(): Promise<{ owner: TestUser; link: string }> {
  const owner = await createCustomer();
  return { owner, link: linkIn(await waitForEmail(owner.email, 'Welcome to'), '/auth/confirm') };
}

async function isConfirmed({ email }: TestUser): Promise<boolean> {
  const [account] = await query<{ confirmed: boolean }>(
    `select email_confirmed_at is not null as confirmed from users where email = $1`,
    [email],
  );
  return account!.confirmed;
}

test('reports an unrecognized account, or confirms the email, in the oldest supported browser @full', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 400/);
  await useOldestBrowser(page);
  await page.goto((await customerWithWelcomeLink()).link);
  await page.getByText('No, this wasn’t me').click();
  await page.getByRole('button', { name: 'This wasn’t me' }).click();
  await expect(page.getByRole('heading', { name: 'Thanks for letting us know' })).toBeVisible();
  await expectAccessible(page);

  const { owner, link } = await customerWithWelcomeLink();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your password').fill('not the one');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('That isn’t the password for this account.').first()).toBeVisible();
  expect(await isConfirmed(owner)).toBe(false);
  await page.getByLabel('Your password').fill(owner.password);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(page.getByText('You’re signed in to the product.')).toBeVisible();
  expect(await isConfirmed(owner)).toBe(true);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This welcome link no longer works' })).toBeVisible();
  await expectAccessible(page);
});

test('is asked by the email and its page for a password when the account has none', async ({ page }) => {
  const owner = newUser();
  const intent = await openCheckout();
  expect(await chargeCard(intent, owner)).toBe('succeeded');
  // The server accepts no password this weak, even after the charge.
  expect((await processPayment(intent, { ...owner, password: 'password' })).status).toBe(200);
  const email = await waitForEmail(owner.email, 'Welcome to');
  expect(email.text).toContain('please choose a password');
  await page.goto(linkIn(email, '/auth/confirm'));
  await expect(page.getByText('Choose a password to confirm this email is yours.')).toBeVisible();
  await expect(page.getByText('Yes, confirm with my password')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('New password').fill('chosen by the owner');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  expect((await signInWithPassword({ ...owner, password: 'chosen by the owner' })).status).toBe(200);
});
