import type { Locator, Page } from '@playwright/test';
import { startAnalyticsServer, ANALYTICS_COOKIE, type AnalyticsServer } from '../support/analytics-server.js';
import { expect, test } from '../support/journey.js';
import { startCustomSite, type CustomSite } from '../support/custom-site.js';
import { waitForHydration } from '../support/site.js';
import { expectAccessible } from '../support/accessibility.js';

test.describe('with an analytics service configured', () => {
  let collector: AnalyticsServer;
  let site: CustomSite;
  test.beforeAll(async () => {
    collector = await startAnalyticsServer();
    site = await startCustomSite({ ANALYTICS_URL: collector.scriptUrl });
  });
  test.afterAll(async () => {
    await site?.close();
    await collector?.close();
  });
  test.beforeEach(() => {
    collector.requests.length = 0;
  });

  const open = async (page: Page, path: string) => {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
  const button = (within: Page | Locator, name: 'Decline' | 'Accept') => within.getByRole('button', { name });
  /** Waits until the page is hydrated and idle, so that anything it would send has been sent. */
  const waitUntilIdle = async (page: Page) => {
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
  };
  const storedKeys = (page: Page) =>
    page.evaluate(() =>
      [document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(Boolean),
    );

  test('sets and sends nothing before a choice, on any page', async ({ page }) => {
    for (const path of ['/', '/pricing', '/blog/saas-evolution', '/cookies', '/auth']) {
      await open(page, path);
      if (path !== '/auth') await waitUntilIdle(page);
      await expect(button(page, 'Decline')).toBeVisible();
    }
    expect(await storedKeys(page)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(collector.requests).toEqual([]);
  });

  test('makes declining as easy as accepting: same size, style and line, first in order', async ({
    page,
  }) => {
    await open(page, '/');
    const [decline, accept] = [button(banner(page), 'Decline'), button(banner(page), 'Accept')];
    const style = (element: Element) => {
      const { backgroundColor, color, fontWeight, fontSize, borderColor } = getComputedStyle(element);
      return { backgroundColor, color, fontWeight, fontSize, borderColor };
    };
    expect(await decline.evaluate(style)).toEqual(await accept.evaluate(style));
    await expectAccessible(page);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const [left, right] = [(await decline.boundingBox())!, (await accept.boundingBox())!];
      expect({ y: left.y, height: left.height }).toEqual({ y: right.y, height: right.height });
      expect(Math.abs(left.width - right.width)).toBeLessThanOrEqual(1);
      expect(left.x).toBeLessThan(right.x);
      expect(left.height).toBeGreaterThanOrEqual(44);
    }
  });

  test('remembers a declined choice and never loads the service', async ({ page }) => {
    await open(page, '/pricing');
    await button(banner(page), 'Decline').click();
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await waitUntilIdle(page);
    await expect(banner(page)).toBeHidden();
    await open(page, '/features');
    await waitUntilIdle(page);
    await expect(banner(page)).toBeHidden();
    expect(collector.requests).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  test('can be declined by keyboard, which moves focus to the page', async ({ page }) => {
    await open(page, '/');
    await page.keyboard.press('Tab');
    await expect(banner(page).getByRole('link', { name: 'About cookies' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(banner(page), 'Decline')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('loads the service after consent, here and on the next page, without asking again', async ({
    page,
  }) => {
    await open(page, '/pricing');
    await button(banner(page), 'Accept').click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(() => collector.requests).toEqual(['GET /script.js', 'POST /visits /pricing']);
    await open(page, '/features');
    await expect
      .poll(() => collector.requests.slice(2))
      .toEqual(['GET /script.js', 'POST /visits /features']);
    await expect(banner(page)).toBeHidden();
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([ANALYTICS_COOKIE]);
  });

  test('can be withdrawn on the cookie page, which stops all requests and deletes the cookie', async ({
    page,
  }) => {
    await open(page, '/cookies');
    await expect(page.getByText("You haven't chosen yet.")).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await button(page, 'Accept').click();
    await expect(page.getByText('You accepted analytics cookies.')).toBeVisible();
    await expect.poll(() => collector.requests).toHaveLength(2);

    const reloaded = page.waitForEvent('framenavigated');
    await button(page, 'Decline').click();
    await reloaded;
    await expect(page.getByText('You declined analytics cookies.')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    await open(page, '/');
    await waitUntilIdle(page);
    await expect(banner(page)).toBeHidden();
    expect(collector.requests).toHaveLength(2);

    await open(page, '/cookies');
    await button(page, 'Accept').click();
    await expect.poll(() => collector.requests.slice(2)).toEqual(['GET /script.js', 'POST /visits /cookies']);
  });

  test('does not ask for consent without JavaScript', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await open(page, '/');
    await expect(banner(page)).toBeHidden();
    await open(page, '/cookies');
    await expect(page.getByText('JavaScript is off, so analytics never loads')).toBeVisible();
    await context.close();
    expect(collector.requests).toEqual([]);
  });
});

test('does not ask for consent without an analytics service, and the cookie page says so', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0);
  await page.goto('/cookies');
  await expect(
    page.getByText("This site doesn't use analytics, so there's nothing to choose."),
  ).toBeVisible();
});
