import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { PUBLIC_PATHS } from '../support/site.js';

const MOST_SHIFT = 0.005;

/** Waits until the rest of the page is laid out, and gives its height. */
async function laidOut(page: Page): Promise<number> {
  await expect(page.locator('html')).not.toHaveAttribute('data-layout');
  return page.evaluate(() => document.documentElement.scrollHeight);
}

test('what stands below the first screen of a phone is laid out after it, and nothing that is seen moves @phone-only', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shift = () =>
    page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
  for (const path of PUBLIC_PATHS) {
    await page.goto(path);
    const height = await laidOut(page);
    expect(await shift(), path).toBeLessThanOrEqual(MOST_SHIFT);
    // Asked for again, a page comes whole.
    await page.reload();
    expect(await laidOut(page), path).toBe(height);
  }
});

test('a phone finds its place again, and a place that a link names @phone-only', async ({ page }) => {
  await page.goto('/features');
  await laidOut(page);
  await page.evaluate(() => scrollTo(0, 3000));
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(2000);
  await page.goto('/terms');
  const lastSection = await page.locator('main section h2').last().getAttribute('id');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);

  await page.goto(`/terms#${lastSection}`);
  await expect(page.locator(`#${lastSection}`)).toBeInViewport();
});
