import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { wake } from '../support/site.js';

const GONE = { status: 404, contentType: 'text/plain', body: 'Not found' };

/** From now on the code of this page is gone; the next document finds its own. */
async function loseCodeUntilReload(page: Page): Promise<void> {
  let gone = true;
  page.on('request', (request) => (gone &&= !request.isNavigationRequest()));
  await page.route('**/assets/**', (route) => (gone ? route.fulfill(GONE) : route.continue()));
}

test('an old page whose code is gone reloads itself once, and wakes with the new code', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 404/);
  await page.goto('/pricing');
  await loseCodeUntilReload(page);
  const reloaded = page.waitForEvent('framenavigated');
  await page.dispatchEvent('body', 'pointerover');
  await reloaded;
  await page.waitForLoadState();
  await wake(page);
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(page).toHaveURL('/checkout?plan=team');
});

test('code that stays away: no second reload, nothing blank, and every link still works', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 404/, /dynamically imported module/);
  await page.route('**/assets/**', (route) => route.fulfill(GONE));
  await page.goto('/pricing');
  let loads = 0;
  page.on('framenavigated', () => (loads += 1));
  const reloaded = page.waitForEvent('framenavigated');
  await page.dispatchEvent('body', 'pointerover');
  await reloaded;
  await page.waitForLoadState();
  const asked = page.waitForResponse('**/assets/**');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await asked;
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One price per team.');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});

test('a page that is awake and asks for the code of another: the other is loaded again', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 404/);
  await page.goto('/pricing');
  await wake(page);
  await loseCodeUntilReload(page);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
  await expect(page).toHaveURL('/auth?from=free-trial');
});

test('what was typed outlives the reload', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/status of 404/);
  await page.goto('/auth/forgot');
  const email = page.getByLabel('Email');
  await email.fill('ada@example.com');
  await loseCodeUntilReload(page);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Send link' }).click();
  await reloaded;
  await expect(email).toHaveValue('ada@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
});

test('a page whose own part stays away keeps its words, and begins again with the next press', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 404/, /dynamically imported module/);
  await page.goto('/pricing');
  await page.route('**/assets/pricing-page*', (route) => route.fulfill(GONE));
  const reloaded = page.waitForEvent('framenavigated');
  await page.dispatchEvent('body', 'pointerover');
  await reloaded;
  await page.waitForLoadState();
  const choose = page.getByRole('button', { name: 'Choose Team' });
  await choose.click();
  await expect(choose).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One price per team.');
  await page.unroute('**/assets/pricing-page*');
  const anew = page.waitForEvent('framenavigated');
  await choose.click();
  await anew;
  await wake(page);
  await choose.click();
  await expect(page).toHaveURL('/checkout?plan=team');
});
