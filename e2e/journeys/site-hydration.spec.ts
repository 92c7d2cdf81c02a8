import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { recordRequests, waitForHydration } from '../support/site.js';
import { expectAccessible } from '../support/accessibility.js';
import { openSignedIn } from '../support/pages.js';
import { createUser } from '../support/users.js';

test('replays input and clicks from before hydration, and hydrates on a key press', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('button', { name: 'Choose Growth' }).click();
  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');

  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Start Free Trial' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
});

test('opens and closes the demo before and after hydration @full', async ({ page }) => {
  for (const hydrated of [false, true]) {
    await page.goto('/');
    if (hydrated) await waitForHydration(page);
    await page.getByRole('button', { name: 'Watch Demo' }).click();
    const demo = page.getByRole('dialog');
    await expect(demo).toBeVisible();
    if (hydrated) await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(demo).toBeHidden();
  }
});

test('traps focus in the mobile menu and closes it on Escape, on navigation, and in a wide window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 740 });
  const opener = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const hydrated of [false, true]) {
    await page.goto('/');
    if (hydrated) await waitForHydration(page);
    await opener.click();
    await expect(menu).toBeVisible();
    if (hydrated) await expectAccessible(page);
    for (let tabs = 0; tabs < 15; tabs += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused !== document.body && !focused?.closest('dialog');
      });
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await expect(menu).toBeHidden();
  }
  await opener.click();
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('dialog:modal')).toHaveCount(0);
});

test('remembers the dark theme and applies it before the first paint', async ({ page }) => {
  const colors = () =>
    page.evaluate(() => ({
      page: getComputedStyle(document.body).backgroundColor,
      toolbar: document.querySelector<HTMLMetaElement>('meta[name=theme-color]')!.content,
    }));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const light = await colors();
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  const dark = await colors();
  expect(dark).not.toEqual(light);
  // Records the background as soon as the body exists, before anything is painted.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(window, { initialColor: getComputedStyle(document.body).backgroundColor });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/pricing', '/auth']) {
    await page.goto(path);
    expect(await page.evaluate(() => (window as unknown as { initialColor: string }).initialColor)).toBe(
      dark.page,
    );
  }
  await page.getByRole('button', { name: 'Use light theme' }).click();
  expect(await colors()).toEqual(light);
  // Choosing the system theme removes the override.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await colors()).page).toBe(dark.page);
});

/** Libraries and chunks that only signed-in screens load. */
const ACCOUNT_CODE = /react-query|react-hook-form|\/(account|billing)-[\w-]{8}\.js/;

test('loads the code of auth, checkout, console and account only where it is used', async ({ page }) => {
  const requests = recordRequests(page);
  const load = async (path: string) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    return requests.map((request) => new URL(request.url()).pathname);
  };
  await load('/');
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  const onHome = requests.map((request) => new URL(request.url()).pathname);
  expect(onHome.filter((path) => /auth|open-client|checkout|admin/.test(path))).toEqual([]);
  expect(onHome.filter((path) => ACCOUNT_CODE.test(path))).toEqual([]);
  for (const path of ['/auth', '/checkout?plan=team']) {
    const loaded = await load(path);
    expect(loaded.some((file) => /frame/.test(file))).toBe(true);
    expect(loaded.filter((file) => ACCOUNT_CODE.test(file))).toEqual([]);
    expect(loaded.filter((file) => file.includes('checkout-success-page'))).toEqual([]);
  }
  await openSignedIn(page, await createUser(), '/account/security');
  const onAccount = (await load('/account/security')).map((path) => ACCOUNT_CODE.exec(path)?.[0]).join();
  for (const name of ['react-query', '/account-']) expect(onAccount).toContain(name);
});

/** Records the heading and scroll position of every frame from now on. */
async function recordFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const record = () => {
      seen.add(`${document.querySelector('main h1')?.textContent.trim()} ${Math.round(window.scrollY)}`);
      requestAnimationFrame(record);
    };
    Object.assign(window, { seen });
    record();
  });
  return () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const { seen } = window as unknown as { seen: Set<string> };
      const shown = [...seen];
      seen.clear();
      return shown;
    });
}

test('focuses the heading after navigation, and never shows a wrong scroll position on back and forward', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const terms = 'Terms of Service';
  const story = 'From the box to the seat to the meter';
  await page.goto('/terms');
  await waitForHydration(page);
  await page.evaluate(() => window.scrollTo(0, 2000));
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Features' })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveTitle(/^Features/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  await page.getByRole('article').filter({ hasText: story }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(story);
  await page.evaluate(() => window.scrollTo(0, 700));
  const frames = await recordFrames(page);
  const expected = [`${story} 700`, `${terms} 2000`];
  const unexpected = (shown: string[]) => shown.filter((frame) => !expected.includes(frame));
  await page.evaluate(() => window.history.go(-3));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(terms);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2000);
  expect(unexpected(await frames())).toEqual([]);
  await page.evaluate(() => window.history.go(3));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(story);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  expect(unexpected(await frames())).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links, disclosures and sharing work', async ({ page, baseURL }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await page.locator('summary').first().click();
    await expect(page.locator('details').first()).toHaveAttribute('open', '');
    await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeHidden();

    await page.goto('/blog/saas-evolution');
    await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
    const href = await page.getByRole('link', { name: 'Share' }).getAttribute('href');
    const { protocol, searchParams } = new URL(href!);
    expect(protocol).toBe('mailto:');
    expect(searchParams.get('subject')).toBe('From the box to the seat to the meter');
    expect(searchParams.get('body')).toBe(`${baseURL}/blog/saas-evolution`);
  });

  test('says how to go back and whom to contact on pages that need JavaScript', async ({ page }) => {
    for (const [link, address, ...navigation] of [
      ['Start Free Trial', '/auth?from=free-trial', 'Main', 'Footer'],
      ['Choose Team', '/checkout?plan=team', 'Legal'],
    ] as const) {
      await page.goto('/pricing');
      await expect(page.getByRole('button', { name: link })).toBeHidden();
      await page.getByRole('main').getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
      for (const name of navigation)
        await expect(page.getByRole('navigation', { name, exact: true })).toBeVisible();
      await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible();
      await page.getByRole('link', { name: 'Back to the home page' }).click();
      await expect(page).toHaveURL('/');
    }
  });
});
