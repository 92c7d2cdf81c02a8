import { expect, test } from '../support/journey.js';
import { expectAccessible, expectNoHorizontalScroll } from '../support/accessibility.js';

const PAGES = {
  '/auth': 'Welcome to the product',
  '/auth/forgot': 'Forgot your password?',
  '/auth/confirm': 'This link is incomplete',
  '/auth/reset': 'This link no longer works',
  '/checkout?plan=growth': 'Checkout',
};
const FORMS = ['/auth', '/auth/forgot', '/checkout?plan=growth'];
const TABLET = { width: 768, height: 900 };

test('opens every page with a form, which starts on the first screen of a tablet', async ({ page }) => {
  for (const [path, heading] of Object.entries(PAGES)) {
    const response = await page.goto(path);
    expect(response!.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page).toHaveTitle(/ · the product$/);
    await expectAccessible(page);
    if (!FORMS.includes(path)) continue;
    const viewport = page.viewportSize()!;
    await page.setViewportSize(TABLET);
    await expect(page.getByRole('textbox', { name: 'Email' }), path).toBeInViewport();
    await page.setViewportSize(viewport);
  }
});

test('finds an endpoint in the API documentation and copies a command @full', async ({
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

  await expect(page.locator('.opblock-tag').first()).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await page.keyboard.press('/');
  await page.keyboard.type('POST check-sub');
  const endpoint = page.getByRole('navigation').getByRole('link', { name: /post/i });
  await expect(endpoint).toHaveCount(1);
  await endpoint.press('Enter');
  const operation = page.locator('.opblock.is-open');
  await expect(operation).toContainText('/api/functions/v1/check-subscription');
  await expect(operation).toBeInViewport();
  await expect(operation.locator('.opblock-summary-control')).toBeFocused();
  await expectNoHorizontalScroll(page);
  await page.reload();
  await expect(operation).toBeInViewport();
});
