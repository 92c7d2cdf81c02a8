import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { requestsOf, wake } from '../support/site.js';
import { expectWellMade } from '../support/well-made.js';
import { signIn } from '../support/screens.js';
import { withAccount } from '../support/people.js';

test('what is chosen and pressed before the page is awake is not lost', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('button', { name: 'Choose Growth' }).click();
  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');
});

test('a key wakes it, too: the free trial begins', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Start Free Trial' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
});

test('the demo opens and closes before the page is awake, and after', async ({ page }) => {
  for (const awake of [false, true]) {
    await page.goto('/');
    if (awake) await wake(page);
    await page.getByRole('button', { name: 'Watch Demo' }).click();
    const demo = page.getByRole('dialog');
    await expect(demo).toBeVisible();
    await expectWellMade(page);
    await page.keyboard.press('Escape');
    await expect(demo).toBeHidden();
  }
});

test('the menu of a phone keeps the focus inside, closes on Escape and on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const awake of [false, true]) {
    await page.goto('/');
    if (awake) await wake(page);
    const opener = page.getByRole('button', { name: 'Open menu' });
    await opener.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    for (let press = 0; press < 15; press += 1) {
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
});

test('the menu of a phone closes when the window becomes wide', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 740 });
  await page.goto('/');
  await wake(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
});

test('dark is chosen by a switch, kept, and there before the first paint', async ({ page }) => {
  const colors = () =>
    page.evaluate(() => ({
      paper: getComputedStyle(document.body).backgroundColor,
      bar: document.querySelector<HTMLMetaElement>('meta[name=theme-color]')!.content,
    }));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const light = await colors();
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  const dark = await colors();
  expect(dark).not.toEqual(light);
  // What was painted first is what the page had when its body began.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(window, { first: getComputedStyle(document.body).backgroundColor });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/pricing', '/auth']) {
    await page.goto(path);
    expect(await page.evaluate(() => (window as unknown as { first: string }).first)).toBe(dark.paper);
  }
  await page.getByRole('button', { name: 'Use light theme' }).click();
  expect(await colors()).toEqual(light);
  // Back to what the system says, and with it from now on.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await colors()).paper).toBe(dark.paper);
});

test('a page wakes by itself where someone is signed in, and shows the account', async ({ page }) => {
  await signIn(page, await withAccount(), '/checkout?plan=team');
  await expect(page).toHaveURL(/\/checkout/);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
});

test('a visitor who only reads is sent no script, and none of what is for others', async ({ page }) => {
  const requests = requestsOf(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await wake(page);
  await page.waitForLoadState('networkidle');
  const names = requests.map((request) => new URL(request.url()).pathname);
  expect(names.filter((name) => /auth|open-client|checkout|admin/.test(name))).toEqual([]);
  expect(names.some((name) => /frame/.test(name))).toBe(true);
});

test('between pages: the heading has the focus, and going back and forth leads to where one was reading', async ({
  page,
}) => {
  await page.goto('/terms');
  await wake(page);
  await page.evaluate(() => window.scrollTo(0, 900));
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Pricing' })
    .evaluate((link: HTMLElement) => {
      window.scrollTo(0, 900);
      link.click();
    });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One price per team.');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 400));
  for (let round = 0; round < 2; round += 1) {
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('One price per team.');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  }
});

/** Notes from now on what each frame shows: the heading of the page, and how far down it is. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      seen.add(`${document.querySelector('main h1')?.textContent.trim()} ${Math.round(window.scrollY)}`);
      requestAnimationFrame(look);
    };
    Object.assign(window, { seen });
    look();
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

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`going back and forth never shows a page at another place than where it was read, motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const terms = 'Terms of Service';
    const story = 'From the box to the seat to the meter';
    await page.goto('/terms');
    await wake(page);
    await page.evaluate(() => window.scrollTo(0, 2000));
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Features' })
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveTitle(/^Features/);
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await page.getByRole('article').filter({ hasText: story }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(story);
    await page.evaluate(() => window.scrollTo(0, 700));
    const frames = await watchFrames(page);
    const right = [`${story} 700`, `${terms} 2000`];
    const wrongOf = (shown: string[]) => shown.filter((frame) => !right.includes(frame));
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate(() => window.history.go(-3));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(terms);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2000);
      expect(wrongOf(await frames())).toEqual([]);
      await page.evaluate(() => window.history.go(3));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(story);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
      expect(wrongOf(await frames())).toEqual([]);
    }
  });
}

test('a place within a page is found again, and so is the page after another site and after a reload', async ({
  page,
}) => {
  await page.goto('/terms');
  await wake(page);
  const links = page.getByRole('main').getByRole('navigation').getByRole('link');
  const target = (await links.nth(4).getAttribute('href'))!;
  await links.nth(4).click();
  await expect(page.locator(target)).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.goto('/pricing');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500);
  await page.reload();
  await wake(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500);
});

/** One of each kind: what the others show is rendered by the same means. */
const SOME_PATHS = ['/', '/pricing', '/customer-stories', '/blog/saas-evolution', '/privacy'];

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('every word is there and the way goes on', async ({ page, browser, baseURL }) => {
    const withScripts = await browser.newPage({ baseURL, javaScriptEnabled: true });
    for (const path of SOME_PATHS) {
      await withScripts.goto(path);
      await wake(withScripts);
      await page.goto(path);
      const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
      const read = words((await page.locator('main').textContent())!);
      expect(read).toEqual(words((await withScripts.locator('main').textContent())!));
      expect(read.length).toBeGreaterThan(80);
    }
    await withScripts.close();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await page.locator('summary').first().click();
    await expect(page.locator('details').first()).toHaveAttribute('open', '');
    await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeHidden();
  });

  test('a plan leads on, and what needs scripts says so, with a way home and someone to write to', async ({
    page,
  }) => {
    for (const [link, address] of [
      ['Start Free Trial', '/auth?from=free-trial'],
      ['Choose Team', '/checkout?plan=team'],
    ] as const) {
      await page.goto('/pricing');
      await expect(page.getByRole('button', { name: link })).toBeHidden();
      await page.getByRole('main').getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript');
      await expect(page.locator('a[href^="mailto:"]')).toBeVisible();
      await page.getByRole('link', { name: 'Back to the home page' }).click();
      await expect(page).toHaveURL('/');
    }
  });
});
