import type { Locator, Page } from '@playwright/test';
import { startCollector, VISITOR_COOKIE, type Collector } from '../support/collector.js';
import { expect, test } from '../support/journey.js';
import { startOwnSite, type OwnSite } from '../support/own-site.js';
import { wake } from '../support/site.js';
import { expectWellMade } from '../support/well-made.js';

/** That visits are counted after a yes and in no other case, at an installation with an analytics service. */
test.describe('where an analytics service is configured', () => {
  let collector: Collector;
  let site: OwnSite;
  test.beforeAll(async () => {
    collector = await startCollector();
    site = await startOwnSite({ ANALYTICS_URL: collector.scriptUrl });
  });
  test.afterAll(async () => {
    await site?.close();
    await collector?.close();
  });
  test.beforeEach(() => {
    collector.heard.length = 0;
  });

  const open = async (page: Page, path: string) => {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
  const button = (within: Page | Locator, name: 'Decline' | 'Accept') => within.getByRole('button', { name });
  /** The page has had every chance to send something: it is awake and has nothing left to load. */
  const settle = async (page: Page) => {
    await wake(page);
    await page.waitForLoadState('networkidle');
  };
  const traces = (page: Page) =>
    page.evaluate(() =>
      [document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(Boolean),
    );

  test('nothing is set or sent before there is an answer, on any page @phone', async ({ page }) => {
    for (const path of ['/', '/pricing', '/blog/saas-evolution', '/cookies', '/auth']) {
      await open(page, path);
      if (path !== '/auth') await settle(page);
      await expect(button(page, 'Decline')).toBeVisible();
    }
    expect(await traces(page)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(collector.heard).toEqual([]);
  });

  test('refusing is as easy as accepting: same size, same look, same line, first in order @phone', async ({
    page,
  }) => {
    await open(page, '/');
    const [refuse, accept] = [button(banner(page), 'Decline'), button(banner(page), 'Accept')];
    const look = (element: Element) => {
      const { backgroundColor, color, fontWeight, fontSize, borderColor } = getComputedStyle(element);
      return { backgroundColor, color, fontWeight, fontSize, borderColor };
    };
    expect(await refuse.evaluate(look)).toEqual(await accept.evaluate(look));
    const [left, right] = [(await refuse.boundingBox())!, (await accept.boundingBox())!];
    expect({ y: left.y, height: left.height }).toEqual({ y: right.y, height: right.height });
    expect(Math.abs(left.width - right.width)).toBeLessThanOrEqual(1);
    expect(left.x).toBeLessThan(right.x);
    expect(left.height).toBeGreaterThanOrEqual(44);
    await expectWellMade(page);
  });

  test('an error is remembered, and nothing is ever loaded', async ({ page }) => {
    await open(page, '/pricing');
    await button(banner(page), 'Decline').click();
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await settle(page);
    await expect(banner(page)).toBeHidden();
    await open(page, '/features');
    await settle(page);
    await expect(banner(page)).toBeHidden();
    expect(collector.heard).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  test('it can be rejected by keyboard alone, and reading goes on with the page', async ({ page }) => {
    await open(page, '/');
    await page.keyboard.press('Tab');
    await expect(banner(page).getByRole('link', { name: 'About cookies' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(banner(page), 'Decline')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('a yes loads the service, here and on the next page, without asking again @phone', async ({
    page,
  }) => {
    await open(page, '/pricing');
    await button(banner(page), 'Accept').click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(() => collector.heard).toEqual(['GET /script.js', 'POST /visits /pricing']);
    await open(page, '/features');
    await expect.poll(() => collector.heard.slice(2)).toEqual(['GET /script.js', 'POST /visits /features']);
    await expect(banner(page)).toBeHidden();
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([VISITOR_COOKIE]);
  });

  test('the choice is changed on the page about cookies: from then on nothing is sent, and the cookie is gone @phone', async ({
    page,
  }) => {
    await open(page, '/cookies');
    await expect(page.getByText("You haven't chosen yet.")).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await button(page, 'Accept').click();
    await expect(page.getByText('You accepted analytics cookies.')).toBeVisible();
    await expect.poll(() => collector.heard).toHaveLength(2);

    const anew = page.waitForEvent('framenavigated');
    await button(page, 'Decline').click();
    await anew;
    await expect(page.getByText('You declined analytics cookies.')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    await open(page, '/');
    await settle(page);
    await expect(banner(page)).toBeHidden();
    expect(collector.heard).toHaveLength(2);

    await open(page, '/cookies');
    await button(page, 'Accept').click();
    await expect.poll(() => collector.heard.slice(2)).toEqual(['GET /script.js', 'POST /visits /cookies']);
  });

  test('without scripts nothing is asked, because nothing can be counted', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await open(page, '/');
    await expect(banner(page)).toBeHidden();
    await open(page, '/cookies');
    await expect(page.getByText('JavaScript is off, so analytics never loads')).toBeVisible();
    await context.close();
    expect(collector.heard).toEqual([]);
  });
});

test('where none is configured nothing is asked, and the page about cookies says so', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0);
  await page.goto('/cookies');
  await expect(
    page.getByText("This site doesn't use analytics, so there's nothing to choose."),
  ).toBeVisible();
});
