import { expect, test } from '../support/journey.js';
import { newUser } from '../support/users.js';
import { CheckoutPage, expectToast, expectToastCoversNone } from '../support/pages.js';

test('covers no field in error with a toast on a small phone @full', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const checkout = await new CheckoutPage(page).open();
  const errors = checkout.form.locator('[data-error]');
  const submit = async (fullName: string, count: number) => {
    await checkout.fillIn({ ...newUser(), fullName }, 'another password');
    await checkout.pay();
    await expectToast(page, 'Password mismatch', 'Please make sure your passwords match.');
    await expect(errors).toHaveCount(count);
    const card = checkout.form.getByRole('group', { name: 'Card details' });
    await expectToastCoversNone(
      page,
      card,
      ...(await errors.all()),
      checkout.form.getByLabel('Confirm Password'),
    );
    await expect(errors.first()).toBeInViewport({ ratio: 1 });
  };
  await submit('Ada Byron', 2);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  // The errors need more room than there is above the toast.
  await submit('', 3);
});

test('tabs through the checkout in reading order', async ({ page }) => {
  await new CheckoutPage(page).open();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const positions = await page.evaluate(() => {
      const focusable = 'main :is(a[href], button, input, summary):not([disabled], [tabindex="-1"])';
      return [...document.querySelectorAll<HTMLElement>(focusable)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => {
          const { left, top, bottom } = element.getBoundingClientRect();
          return { name: element.textContent || element.getAttribute('aria-label'), left, top, bottom };
        });
    });
    expect(positions.length).toBeGreaterThan(8);
    for (const [index, { name, left, top, bottom }] of positions.entries()) {
      const before = positions[index - 1];
      if (!before) continue;
      const isBelow = top >= before.bottom - 1 || (bottom > before.bottom && left >= before.left - 1);
      expect(isBelow || left > before.left, `${name} is before ${before.name} at ${width} px`).toBe(true);
    }
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the order summary of the chosen plan', async ({ page }) => {
    for (const [query, price] of [
      ['plan=team', '$49'],
      ['plan=growth&interval=year', '$999'],
    ] as const) {
      await page.goto(`/checkout?${query}`);
      await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible();
      await expect(page.getByText('Total', { exact: true }).locator('..')).toContainText(price);
    }
  });
});
