import { allWorkDone } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { countMails } from '../support/mailbox.js';
import { callAuth } from '../support/http.js';
import { aPerson, signedUp, tierOf, tokenOf, trySignIn, withAccount } from '../support/people.js';
import { customer } from '../support/purchase.js';
import { CARDS, chargesOf } from '../support/sandbox.js';
import { CheckoutScreen, expectThanks, expectToast, signIn, signOut } from '../support/screens.js';
import { expectPaidCustomer } from '../support/welcome.js';
import { expectWellMade } from '../support/well-made.js';

test('has an account, is asked to sign in first, comes back to the same bill and pays signed in', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 409/);
  const owner = await withAccount();
  const checkout = await new CheckoutScreen(page).open('plan=growth&interval=year');
  await checkout.buy({ ...owner, password: 'some other password' });
  await expectToast(
    page,
    'Account already exists',
    'An account with this email already exists. Please sign in first.',
  );
  await checkout.form.getByRole('link', { name: 'Sign in and continue' }).click();

  const form = page.getByRole('form', { name: 'Sign in' });
  await expect(form.getByLabel('Email')).toHaveValue(owner.email);
  await form.getByLabel('Password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');
  await expect(checkout.form.getByText('This plan will be added to your account.')).toBeVisible();
  await expect(checkout.form.getByLabel('Password')).toHaveCount(0);
  await expectWellMade(page);
  await checkout.typeCard();
  await checkout.pay();
  await expectThanks(page, owner.email);
  await allWorkDone();
  expect((await chargesOf(owner.email)).map(({ amount }) => amount)).toEqual([99_900]);
  expect(await countMails(owner.email, 'Welcome to')).toBe(1);
});

for (const [order, card] of [
  ['before he pays', CARDS.good],
  ['while his bank asks', CARDS.asksAlways],
] as const) {
  test(`is signed out by another device ${order}: nothing typed is lost, and he pays once`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/status of (401|403|422)/, /^error: check-subscription/);
    const owner = await withAccount();
    await signIn(page, owner, '/checkout?plan=team');
    const checkout = new CheckoutScreen(page);
    await expect(checkout.form.getByText('This plan will be added to your account.')).toBeVisible();
    const endSessions = async () => callAuth('logout?scope=global', {}, { token: await tokenOf(owner) });

    await checkout.typeCard(card);
    if (card === CARDS.good) {
      expect((await endSessions()).status).toBe(204);
      await checkout.pay();
      await expect(checkout.form.getByText('Your session has ended')).toBeVisible();
      await expect(checkout.form.getByLabel('Card number')).toHaveValue(card);
      await expect(checkout.form.getByLabel('Full Name')).toHaveValue(owner.fullName);
      await expect(checkout.form.getByLabel('Email')).toHaveValue(owner.email);
      await expect(checkout.form.getByLabel('Password', { exact: true })).toBeFocused();
      await expectWellMade(page);
      expect(await chargesOf(owner.email)).toEqual([]);
      await checkout.form.getByLabel('Password', { exact: true }).fill(owner.password);
      await checkout.form.getByLabel('Confirm Password').fill(owner.password);
      await checkout.pay();
    } else {
      await checkout.pay();
      await expect(checkout.bank).toBeVisible();
      expect((await endSessions()).status).toBe(204);
      await checkout.bank.getByRole('button', { name: 'Complete authentication' }).click();
    }

    await expectThanks(page, owner.email);
    await allWorkDone();
    expect((await chargesOf(owner.email)).map(({ amount }) => amount)).toEqual([4_900]);
    expect(await tierOf(owner)).toBe('team');
  });
}

test('signs out in another tab while the form is filled in: the card stays as it is', async ({
  page,
  context,
}) => {
  const owner = await withAccount();
  await signIn(page, owner, '/checkout?plan=team');
  const checkout = new CheckoutScreen(page);
  await checkout.typeCard();
  const other = await context.newPage();
  await other.goto('/pricing');
  await signOut(other);
  await expect(checkout.form.getByText('Your session has ended')).toBeVisible();
  await expect(checkout.form.getByLabel('Card number')).toHaveValue(CARDS.good);
  await expect(checkout.form.getByLabel('Email')).toHaveValue(owner.email);
});

test('has a plan and buys again with his password: nothing is charged, and he learns how to change it', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 409/);
  const owner = await customer();
  const checkout = await new CheckoutScreen(page).open('plan=growth');
  await checkout.buy(owner);
  await expect(page.getByRole('heading', { name: "You're already on the Team plan" })).toBeVisible();
  await expect(page.getByText('support@example.com from your account')).toBeVisible();
  await expectWellMade(page);
  await expectPaidCustomer(owner);
});

test('has a plan and is signed in: he learns so before a card is asked for', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 409/);
  const owner = await customer();
  await page.goto('/auth?next=%2Fcheckout%3Fplan%3Dteam');
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Email').fill(owner.email);
  await form.getByLabel('Password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: "You're already on the Team plan" })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
});

test('buys with an address that someone else signed up with but never proved: the buyer gets it', async ({
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
