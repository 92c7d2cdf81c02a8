import type { Locator, Page } from '@playwright/test';
import { totpCode } from '../support/authenticator.js';
import { makeStaff } from '../support/database.js';
import { startAnalyticsServer, ANALYTICS_COOKIE, type AnalyticsServer } from '../support/analytics-server.js';
import { expect, test } from '../support/journey.js';
import { startCustomSite, type CustomSite } from '../support/custom-site.js';
import { waitForHydration } from '../support/site.js';
import { createUser } from '../support/users.js';
import { heading, signIn } from '../support/pages.js';
import { expectAccessible } from '../support/accessibility.js';

/** A site with an analytics service and with MFA required for all staff, which are both off by default. */
let collector: AnalyticsServer;
let site: CustomSite;
test.beforeAll(async () => {
  collector = await startAnalyticsServer();
  site = await startCustomSite({ ANALYTICS_URL: collector.scriptUrl, ADMIN_REQUIRE_MFA: 'on' });
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

test('sets and sends nothing before a choice, on any page @full', async ({ page }) => {
  for (const path of ['/', '/cookies', '/auth']) {
    await open(page, path);
    if (path !== '/auth') await waitUntilIdle(page);
    await expect(button(page, 'Decline')).toBeVisible();
  }
  const stored = await page.evaluate(() =>
    [document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(Boolean),
  );
  expect(stored).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(collector.requests).toEqual([]);
});

test('makes declining as easy as accepting, and remembers that choice @full', async ({ page }) => {
  await open(page, '/');
  const [decline, accept] = [button(banner(page), 'Decline'), button(banner(page), 'Accept')];
  const style = (element: Element) => {
    const { backgroundColor, color, fontWeight, fontSize, borderColor } = getComputedStyle(element);
    return { backgroundColor, color, fontWeight, fontSize, borderColor };
  };
  expect(await decline.evaluate(style)).toEqual(await accept.evaluate(style));
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const [left, right] = [(await decline.boundingBox())!, (await accept.boundingBox())!];
    expect({ y: left.y, height: left.height }).toEqual({ y: right.y, height: right.height });
    expect(Math.abs(left.width - right.width)).toBeLessThanOrEqual(1);
    expect(left.x).toBeLessThan(right.x);
    expect(left.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);

  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('link', { name: 'About cookies' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(decline).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await open(page, '/features');
  await waitUntilIdle(page);
  await expect(banner(page)).toBeHidden();
  expect(collector.requests).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('sets and sends nothing before consent, then loads the service on every page, until consent is withdrawn', async ({
  page,
}) => {
  await open(page, '/pricing');
  await waitUntilIdle(page);
  expect(collector.requests).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).toEqual(
    [],
  );
  await button(banner(page), 'Accept').click();
  await expect(banner(page)).toBeHidden();
  await expect.poll(() => collector.requests).toEqual(['GET /script.js', 'POST /visits /pricing']);
  await open(page, '/cookies');
  await expect.poll(() => collector.requests.slice(2)).toEqual(['GET /script.js', 'POST /visits /cookies']);
  await expect(banner(page)).toBeHidden();
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([ANALYTICS_COOKIE]);

  await expect(page.getByText('You accepted analytics cookies.')).toBeVisible();
  const reloaded = page.waitForEvent('framenavigated');
  await button(page, 'Decline').click();
  await reloaded;
  await expect(page.getByText('You declined analytics cookies.')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await open(page, '/');
  await waitUntilIdle(page);
  await expect(banner(page)).toBeHidden();
  expect(collector.requests).toHaveLength(4);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('does not ask for consent, and never loads the service @full', async ({ page }) => {
    await open(page, '/');
    await expect(banner(page)).toBeHidden();
    await open(page, '/cookies');
    await expect(page.getByText('JavaScript is off, so analytics never loads')).toBeVisible();
    expect(collector.requests).toEqual([]);
  });
});

test('staff enroll a second factor that the console requires @full', async ({
  browser,
  consoleErrors,
  viewport,
}) => {
  consoleErrors.allow(/status of 403/);
  const declined = [{ name: 'analytics-consent', value: 'denied' }];
  const storageState = { cookies: [], origins: [{ origin: site.url, localStorage: declined }] };
  const context = await browser.newContext({ baseURL: site.url, viewport, storageState });
  consoleErrors.watch(context);
  const page = await context.newPage();
  const user = await createUser();
  await makeStaff(user.email, 'support');

  await signIn(page, user, '/admin/queues');
  await expect(page.getByText('Two-factor authentication required')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();
  await expect(page.getByText('Set up two-factor authentication to continue')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const link = dialog.getByRole('link', { name: 'Open in an app on this device' });
  const secret = new URL((await link.getAttribute('href'))!).searchParams.get('secret')!;
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
  await page.getByLabel('I’ve saved these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  const back = page.getByRole('link', { name: 'Continue to the support console' });
  await expect(back).toBeInViewport();
  await back.click();
  await expect(page).toHaveURL(`${site.url}/admin/queues`);
  await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible();
  await context.close();
});
