import { waitForOutboxToDrain } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { countEmails } from '../support/mailbox.js';
import { callAuth } from '../support/http.js';
import {
  newUser,
  createUnconfirmedUser,
  tierOf,
  accessTokenOf,
  signInWithPassword,
  createUser,
} from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { CARDS, chargesOf } from '../support/sandbox.js';
import { CheckoutPage, expectConfirmationPage, signIn, signOut } from '../support/pages.js';
import { expectPaidCustomer } from '../support/customers.js';
import { expectAccessible } from '../support/accessibility.js';

test('an existing user signs in from checkout, returns to the same plan, and pays', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/);
  const owner = await createUser();
  const checkout = await new CheckoutPage(page).open('plan=growth&interval=year');
  await checkout.buy({ ...owner, password: 'some other password' });
  await expect(checkout.form.getByLabel('Email')).toHaveAccessibleDescription(
    /An account with this email already exists\. Please sign in first\./,
  );
  await checkout.form.getByRole('link', { name: 'Sign in and continue' }).click();

  const form = page.getByRole('form', { name: 'Sign in' });
  await expect(form.getByLabel('Email')).toHaveValue(owner.email);
  await form.getByLabel('Password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');
  await expect(checkout.form.getByText('This plan will be added to your account.')).toBeVisible();
  await expect(checkout.form.getByLabel('Password')).toHaveCount(0);
  await expectAccessible(page);
  await checkout.fillInCard();
  await checkout.pay();
  await expectConfirmationPage(page, owner.email);
  await waitForOutboxToDrain();
  expect((await chargesOf(owner.email)).map(({ amount }) => amount)).toEqual([99_900]);
  expect(await countEmails(owner.email, 'Welcome to')).toBe(1);
});

for (const [moment, card] of [
  ['before paying', CARDS.valid],
  ['during 3-D Secure', CARDS.requiresAuthentication],
] as const) {
  test(`a user signed out on another device ${moment} keeps their input and pays once`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of (401|403|422)/, /^error: check-subscription/);
    const owner = await createUser();
    await signIn(page, owner, '/checkout?plan=team');
    const checkout = new CheckoutPage(page);
    await expect(checkout.form.getByText('This plan will be added to your account.')).toBeVisible();
    const endSessions = async () =>
      callAuth('logout?scope=global', {}, { token: await accessTokenOf(owner) });

    await checkout.fillInCard(card);
    if (card === CARDS.valid) {
      expect((await endSessions()).status).toBe(204);
      await checkout.pay();
      await expect(checkout.form.getByText('Your session has ended')).toBeVisible();
      await expect(checkout.form.getByLabel('Card number')).toHaveValue(card);
      await expect(checkout.form.getByLabel('Full Name')).toHaveValue(owner.fullName);
      await expect(checkout.form.getByLabel('Email')).toHaveValue(owner.email);
      await expect(checkout.form.getByLabel('Password', { exact: true })).toBeFocused();
      await expectAccessible(page);
      expect(await chargesOf(owner.email)).toEqual([]);
      await checkout.form.getByLabel('Password', { exact: true }).fill(owner.password);
      await checkout.form.getByLabel('Confirm Password').fill(owner.password);
      await checkout.pay();
    } else {
      await checkout.pay();
      await expect(checkout.threeDSecureDialog).toBeVisible();
      expect((await endSessions()).status).toBe(204);
      await checkout.threeDSecureDialog.getByRole('button', { name: 'Complete authentication' }).click();
    }

    await expectConfirmationPage(page, owner.email);
    await waitForOutboxToDrain();
    expect((await chargesOf(owner.email)).map(({ amount }) => amount)).toEqual([4_900]);
    expect(await tierOf(owner)).toBe('team');
  });
}

test('signing out in another tab keeps the entered card', async ({ page, context }) => {
  const owner = await createUser();
  await signIn(page, owner, '/checkout?plan=team');
  const checkout = new CheckoutPage(page);
  await checkout.fillInCard();
  const other = await context.newPage();
  await other.goto('/pricing');
  await signOut(other);
  await expect(checkout.form.getByText('Your session has ended')).toBeVisible();
  await expect(checkout.form.getByLabel('Card number')).toHaveValue(CARDS.valid);
  await expect(checkout.form.getByLabel('Email')).toHaveValue(owner.email);
});

test('an existing customer is not charged for a second plan and sees how to change plans', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/);
  const owner = await createCustomer();
  const checkout = await new CheckoutPage(page).open('plan=growth');
  await checkout.buy(owner);
  await expect(page.getByRole('heading', { name: "You're already on the Team plan" })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Switch to Growth, billed monthly' })).toHaveAttribute(
    'href',
    '/account/billing/change?plan=growth&interval=month',
  );
  await expectAccessible(page);
  await expectPaidCustomer(owner);
});

test('a signed-in customer sees their current plan before entering a card', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/);
  const owner = await createCustomer();
  await page.goto('/auth?next=%2Fcheckout%3Fplan%3Dteam');
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Email').fill(owner.email);
  await form.getByLabel('Password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: "You're already on the Team plan" })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
});

test('the buyer gets the account if someone else signed up with their email but never confirmed it', async ({
  page,
}) => {
  const squatter = newUser({ password: 'the squatter was first' });
  await createUnconfirmedUser(squatter);
  const buyer = { ...squatter, password: 'mine, paid for' };
  await (await new CheckoutPage(page).open()).buy(buyer);
  await expectConfirmationPage(page, buyer.email);
  expect(await tierOf(buyer)).toBe('team');
  expect((await signInWithPassword(squatter)).status).toBe(400);
});
