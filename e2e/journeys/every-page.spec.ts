import { expect, test } from '../support/journey.js';
import { expectWellMade } from '../support/well-made.js';

const PAGES = [
  { path: '/auth', heading: 'Welcome to the product' },
  { path: '/auth/forgot', heading: 'Forgot your password?' },
  { path: '/auth/confirm', heading: 'This link is incomplete' },
  { path: '/auth/reset', heading: 'This link no longer works' },
  { path: '/checkout?plan=growth', heading: 'Checkout' },
];

for (const { path, heading } of PAGES) {
  test(`opens ${path}`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page).toHaveTitle(/ · the product$/);
    await expectWellMade(page);
  });
}

test('asks for a page that does not exist and is told so, with status 404', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/^error: 404/, /status of 404/);
  const answer = await page.goto('/no/such/page');
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('finds the way by the header and the footer, and the answers below the prices @phone', async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  if (isMobile) await expectWellMade(page);
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.locator('summary').first()).toBeVisible();
  for (const question of await page.locator('summary').all()) await question.click();
  await expect(page.getByText('20% discount')).toBeVisible();
  await expect(page.getByText('save 17%')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  await expectWellMade(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
});
