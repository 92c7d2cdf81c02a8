import { expect, test } from '../support/journey.js';
import { expectAccessible, expectNoHorizontalScroll } from '../support/accessibility.js';

const PAGES = [
  { path: '/auth', heading: 'Welcome to the product' },
  { path: '/auth/forgot', heading: 'Forgot your password?' },
  { path: '/auth/confirm', heading: 'This link is incomplete' },
  { path: '/auth/reset', heading: 'This link no longer works' },
  { path: '/checkout?plan=growth', heading: 'Checkout' },
];

for (const { path, heading } of PAGES) {
  test(`opens ${path}`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response!.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page).toHaveTitle(/ · the product$/);
    await expectAccessible(page);
  });
}

test('finds an endpoint in the API documentation and copies a command', async ({
  page,
  context,
  consoleErrors,
}) => {
  // Swagger UI reports every link to an operation.
  consoleErrors.allow(/escaping deep link whitespace/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api/docs');
  await page.getByRole('button', { name: 'Copy “Sign in”' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('/api/auth/v1/token?grant_type=password');

  await expect(page.locator('.opblock').first()).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await page.keyboard.press('/');
  await page.keyboard.type('POST check-sub');
  const endpoint = page.getByRole('navigation').getByRole('link', { name: /post/i });
  await expect(endpoint).toHaveCount(1);
  await endpoint.press('Enter');
  const operation = page.locator('.opblock.is-open');
  await expect(operation).toContainText('/api/functions/v1/check-subscription');
  await expect(operation).toBeInViewport();
  await expectNoHorizontalScroll(page);
  await page.reload();
  await expect(operation).toContainText('/api/functions/v1/check-subscription');
});

test('shows the start of every form on a tablet without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  for (const path of ['/auth', '/auth/forgot', '/checkout?plan=team']) {
    await page.goto(path);
    await expect(page.getByRole('textbox', { name: 'Email' }), path).toBeInViewport();
  }
});

test('shows the not-found page with status 404', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/^error: 404/, /status of 404/);
  const response = await page.goto('/no/such/page');
  expect(response!.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('navigates by header and footer and opens every FAQ response @phone', async ({ page, isMobile }) => {
  await page.goto('/');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  if (isMobile) await expectAccessible(page, { colors: true });
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.locator('summary').first()).toBeVisible();
  for (const question of await page.locator('summary').all()) await question.click();
  await expect(page.getByText('20% discount')).toBeVisible();
  await expect(page.getByText('save 17%')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
});
