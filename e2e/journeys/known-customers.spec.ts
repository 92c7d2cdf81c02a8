import { allWorkDone } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { countMails } from '../support/mailbox.js';
import { aPerson, signedUp, tierOf, trySignIn, withAccount } from '../support/people.js';
import { customer } from '../support/purchase.js';
import { chargesOf } from '../support/sandbox.js';
import { CheckoutScreen, expectThanks, expectToast } from '../support/screens.js';
import { expectPaidCustomer } from '../support/welcome.js';
import { expectWellMade } from '../support/well-made.js';

test('has an account, is asked to sign in first, comes back to the same bill and pays signed in', async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/status of 409/);
  const owner = await withAccount();
  const checkout = await new CheckoutScreen(page).open('plan=growth&interval=year');
  await checkout.buy({ ...owner, password: 'some other password' });
  await expectToast(
    page,
    'Payment Failed',
    'An account with this email address exists. Please sign in first.',
  );
  await checkout.form.getByRole('link', { name: 'Sign in and continue' }).click();

  const form = page.getByRole('form', { name: 'Sign in' });
  await expect(form.getByLabel('Email')).toHaveValue(owner.email);
  await form.getByLabel('Password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');
  await expect(checkout.form.getByText('The plan joins this account.')).toBeVisible();
  await expect(checkout.form.getByLabel('Password')).toHaveCount(0);
  await expectWellMade(page);
  await checkout.typeCard();
  await checkout.pay();
  await expectThanks(page, owner.email);
  await allWorkDone();
  expect((await chargesOf(owner.email)).map(({ amount }) => amount)).toEqual([99_900]);
  expect(await countMails(owner.email, 'Welcome to')).toBe(1);
});

test('has a plan and buys again with his password: nothing is charged, and he learns how to change it', async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/status of 409/);
  const owner = await customer();
  const checkout = await new CheckoutScreen(page).open('plan=growth');
  await checkout.buy(owner);
  await expect(page.getByRole('heading', { name: 'You are on the Team plan already' })).toBeVisible();
  await expect(page.getByText('support@example.com from your account')).toBeVisible();
  await expectWellMade(page);
  await expectPaidCustomer(owner);
});

test('has a plan and is signed in: he learns so before a card is asked for', async ({ page, complaints }) => {
  complaints.tolerate(/status of 409/);
  const owner = await customer();
  await page.goto('/auth?next=%2Fcheckout%3Fplan%3Dteam');
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Email').fill(owner.email);
  await form.getByLabel('Password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'You are on the Team plan already' })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
});

test('buys with an address that somebody else signed up with but never proved: the buyer gets it', async ({
  page,
}) => {
  const stranger = aPerson({ password: 'the squatter was first' });
  await signedUp(stranger);
  const buyer = { ...stranger, password: 'mine, paid for' };
  await (await new CheckoutScreen(page).open()).buy(buyer);
  await expectThanks(page, buyer.email);
  expect(await tierOf(buyer)).toBe('team');
  expect((await trySignIn(stranger)).status).toBe(400);
});
