import { query } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { linkIn, emailsTo, waitForMail } from '../support/mailbox.js';
import { callAuth } from '../support/http.js';
import { aPerson, tierOf, trySignIn, type Person } from '../support/people.js';
import { charge, customer, openCheckout, processPayment } from '../support/purchase.js';
import { expectWellMade } from '../support/well-made.js';

async function welcomedCustomer(): Promise<{ owner: Person; link: string }> {
  const owner = await customer();
  return { owner, link: linkIn(await waitForMail(owner.email, 'Welcome to'), '/auth/confirm') };
}

async function isConfirmed({ email }: Person): Promise<boolean> {
  const [account] = await query<{ proven: boolean }>(
    `select email_confirmed_at is not null as proven from users where email = $1`,
    [email],
  );
  return account!.proven;
}

test('bought, opens the welcome email and confirms with the password @phone', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  const { owner, link } = await welcomedCustomer();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  await expectWellMade(page);
  await page.getByLabel('Your password').fill('not the one');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText("That isn't the password for this account.").first()).toBeVisible();
  expect(await isConfirmed(owner)).toBe(false);
  await page.getByLabel('Your password').fill(owner.password);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(page.getByText("You're signed in to the product.")).toBeVisible();
  expect(await isConfirmed(owner)).toBe(true);
});

test('bought, opens the welcome email and sets a new password: the old one opens nothing any more', async ({
  page,
}) => {
  const { owner, link } = await welcomedCustomer();
  const before = (await trySignIn(owner)).body;
  await page.goto(link);
  await page.getByText('Yes, but set a new password').click();
  await page.getByLabel('New password').fill('chosen by the owner');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  expect(await isConfirmed(owner)).toBe(true);
  expect((await trySignIn(owner)).status).toBe(400);
  const refreshed = await callAuth('token?grant_type=refresh_token', {
    refresh_token: before['refresh_token'],
  });
  expect(refreshed.status).toBe(400);
  expect(await tierOf({ ...owner, password: 'chosen by the owner' })).toBe('team');
});

test('bought, but no password arrived: the email and its page ask for one @phone', async ({ page }) => {
  const owner = aPerson();
  const intent = await openCheckout();
  expect(await charge(intent, owner)).toBe('succeeded');
  // Too weak to be accepted after the charge.
  expect((await processPayment(intent, { ...owner, password: 'password' })).status).toBe(200);
  const email = await waitForMail(owner.email, 'Welcome to');
  expect(email.text).toContain('please choose a password');
  await page.goto(linkIn(email, '/auth/confirm'));
  await expect(page.getByText('Choose a password to confirm this email is yours.')).toBeVisible();
  await expect(page.getByText('Yes, confirm with my password')).toHaveCount(0);
  await expectWellMade(page);
  await page.getByLabel('New password').fill('chosen by the owner');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  expect(await isConfirmed(owner)).toBe(true);
  expect(await tierOf({ ...owner, password: 'chosen by the owner' })).toBe('team');
});

test('never bought anything, says so, and the person who paid is shut out', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 403/);
  const { owner, link } = await welcomedCustomer();
  await page.goto(link);
  await page.getByText("No, this wasn't me").click();
  await page.getByRole('button', { name: "This wasn't me" }).click();
  await expect(page.getByRole('heading', { name: 'Thanks for letting us know' })).toBeVisible();
  await expectWellMade(page);
  expect((await trySignIn(owner)).status).toBe(400);
  const [account] = await query<{ id: string }>(`select id from users where email = $1`, [owner.email]);
  const alerts = () => emailsTo('support@example.com', 'someone else');
  await expect
    .poll(async () => (await alerts()).filter(({ text }) => text.includes(account!.id)).length)
    .toBe(1);
  await page.goto(link);
  await page.getByLabel('Your password').fill(owner.password);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This welcome link no longer works' })).toBeVisible();
});
