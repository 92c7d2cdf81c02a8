import { expect, PHONE, test } from '../support/journey.js';
import { waitForHydration } from '../support/site.js';

test.use(PHONE);

test('lays out what is below the first screen only once the browser is idle', async ({ page }) => {
  await page.addInitScript(() => {
    const { requestIdleCallback } = window;
    const held: IdleRequestCallback[] = [];
    window.requestIdleCallback = (callback) => held.push(callback);
    Object.assign(window, {
      becomeIdle() {
        window.requestIdleCallback = requestIdleCallback;
        for (const callback of held) requestIdleCallback(callback);
      },
    });
  });
  await page.goto('/features');
  const root = page.locator('html');
  const lastBlock = page.locator('.deferred').last();
  await expect(root).toHaveAttribute('data-layout', 'deferred');
  await expect(lastBlock).toHaveCSS('content-visibility', 'auto');
  await page.evaluate('becomeIdle()');
  await expect(root).not.toHaveAttribute('data-layout');
  await expect(lastBlock).toHaveCSS('content-visibility', 'visible');
});

test('restores the scroll position after leaving and reloading a page, and scrolls to a linked section', async ({
  page,
}) => {
  await page.goto('/features');
  await expect(page.locator('html')).not.toHaveAttribute('data-layout');
  await page.evaluate(() => scrollTo(0, 3000));
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(2000);
  await page.goto('/terms');
  const lastSection = await page.locator('main section h2').last().getAttribute('id');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);

  await page.goto(`/terms#${lastSection}`);
  await expect(page.locator(`#${lastSection}`)).toBeInViewport();
});
