import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { waitForHydration } from '../support/site.js';

const NOT_FOUND = { status: 404, contentType: 'text/plain', body: 'Not found' };

/** Makes this page's assets return 404 until the next navigation. */
async function removeAssetsUntilReload(page: Page): Promise<void> {
  let gone = true;
  page.on('request', (request) => (gone &&= !request.isNavigationRequest()));
  await page.route('**/assets/**', (route) => (gone ? route.fulfill(NOT_FOUND) : route.continue()));
}

test('reloads once when the code of an old page is gone, and restores form input', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/);
  await page.goto('/auth/forgot');
  const email = page.getByLabel('Email');
  await email.fill('ada@example.com');
  await removeAssetsUntilReload(page);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Send link' }).click();
  await reloaded;
  await expect(email).toHaveValue('ada@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
});

test('does not reload twice when code stays missing, and every link still works @full', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/, /dynamically imported module/);
  await page.route('**/assets/**', (route) => route.fulfill(NOT_FOUND));
  await page.goto('/pricing');
  let loads = 0;
  page.on('framenavigated', () => (loads += 1));
  const reloaded = page.waitForEvent('framenavigated');
  await page.dispatchEvent('body', 'pointerover');
  await reloaded;
  await page.waitForLoadState();
  const requested = page.waitForResponse('**/assets/**');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await requested;
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One price per team.');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});

test('loads the next page from the server when its code is gone @full', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 404/);
  await page.goto('/pricing');
  await waitForHydration(page);
  await removeAssetsUntilReload(page);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
  await expect(page).toHaveURL('/auth?from=free-trial');
});

test('keeps the content when the page chunk stays missing, and retries on the next click @full', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/, /dynamically imported module/);
  await page.goto('/pricing');
  await page.route('**/assets/pricing-page*', (route) => route.fulfill(NOT_FOUND));
  const reloaded = page.waitForEvent('framenavigated');
  await page.dispatchEvent('body', 'pointerover');
  await reloaded;
  await page.waitForLoadState();
  const choose = page.getByRole('button', { name: 'Choose Team' });
  await choose.click();
  await expect(choose).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One price per team.');
  await page.unroute('**/assets/pricing-page*');
  const reloadedAgain = page.waitForEvent('framenavigated');
  await choose.click();
  await reloadedAgain;
  await waitForHydration(page);
  await choose.click();
  await expect(page).toHaveURL('/checkout?plan=team');
});

test('says that a page could not be loaded, without requesting it endlessly @full', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503/, /dynamically imported module/);
  const file = '**/assets/checkout-page-*.js';
  let requests = 0;
  await page.route(file, (route) => {
    requests += 1;
    return route.fulfill({ status: 503 });
  });
  await page.goto('/checkout?plan=team');
  await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).toBeLessThan(8);
  await page.unroute(file);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('form', { name: 'Account and payment' })).toBeVisible();
});
