import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../support/journey.js';
import { waitForHydration } from '../support/site.js';

test.use(PHONE);

const MAX_LAYOUT_SHIFT = 0.005;
/** One page of each kind. */
const SAMPLE_PATHS = ['/', '/pricing', '/customer-stories', '/blog/saas-evolution', '/privacy'];

/** Waits until the rest of the page is laid out and returns its height. */
async function waitForLayout(page: Page): Promise<number> {
  await expect(page.locator('html')).not.toHaveAttribute('data-layout');
  return page.evaluate(() => document.documentElement.scrollHeight);
}

test('lays out content below the first screen later, without layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const totalShift = () =>
    page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
  for (const path of SAMPLE_PATHS) {
    await page.goto(path);
    const height = await waitForLayout(page);
    expect(await totalShift(), path).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    // After a reload the page is laid out immediately.
    await page.reload();
    expect(await waitForLayout(page), path).toBe(height);
  }
});

test('restores the scroll position after leaving and reloading a page, and scrolls to a linked section', async ({
  page,
}) => {
  await page.goto('/features');
  await waitForLayout(page);
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
