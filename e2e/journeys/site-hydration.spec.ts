import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { recordRequests, waitForHydration } from '../support/site.js';
import { expectAccessible } from '../support/accessibility.js';
import { signIn } from '../support/pages.js';
import { createUser } from '../support/users.js';

test('replays input and clicks from before hydration', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('button', { name: 'Choose Growth' }).click();
  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');
});

test('hydrates on a key press and starts the free trial', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Start Free Trial' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
});

test('opens and closes the demo before and after hydration', async ({ page }) => {
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

test('traps focus in the mobile menu and closes it on Escape and on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const hydrated of [false, true]) {
    await page.goto('/');
    if (hydrated) await waitForHydration(page);
    const opener = page.getByRole('button', { name: 'Open menu' });
    await opener.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
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
});

test('closes the mobile menu when the window becomes wide', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 740 });
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
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

test('hydrates automatically when signed in and shows the account', async ({ page }) => {
  await signIn(page, await createUser(), '/checkout?plan=team');
  await expect(page).toHaveURL(/\/checkout/);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
});

/** Libraries and chunks that only signed-in screens load. */
const ACCOUNT_CODE = /react-query|react-hook-form|\/(account|billing)-[\w-]{8}\.js/;

test('does not load auth, checkout or admin code for visitors who only read', async ({ page }) => {
  const requests = recordRequests(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  const paths = requests.map((request) => new URL(request.url()).pathname);
  expect(paths.filter((path) => /auth|open-client|checkout|admin/.test(path))).toEqual([]);
  expect(paths.filter((path) => ACCOUNT_CODE.test(path))).toEqual([]);
  expect(paths.some((path) => /frame/.test(path))).toBe(true);
});

for (const path of ['/auth', '/checkout?plan=team']) {
  test(`does not load the code of signed-in screens on ${path}`, async ({ page }) => {
    const requests = recordRequests(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    const paths = requests.map((request) => new URL(request.url()).pathname);
    expect(paths.some((file) => /frame/.test(file))).toBe(true);
    expect(paths.filter((file) => ACCOUNT_CODE.test(file))).toEqual([]);
  });
}

test('loads the code of signed-in screens on the account page', async ({ page }) => {
  await signIn(page, await createUser(), '/account/security');
  await expect(page).toHaveURL('/account/security');
  const requests = recordRequests(page);
  await page.goto('/account/security', { waitUntil: 'networkidle' });
  const loaded = requests.map((request) => ACCOUNT_CODE.exec(request.url())?.[0]).join();
  for (const name of ['react-query', '/account-']) expect(loaded).toContain(name);
});

test('focuses the heading after navigation and restores scroll positions on back and forward', async ({
  page,
}) => {
  await page.goto('/terms');
  await waitForHydration(page);
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

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`never shows a wrong scroll position on back and forward (reduced motion: ${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
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
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await page.getByRole('article').filter({ hasText: story }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(story);
    await page.evaluate(() => window.scrollTo(0, 700));
    const frames = await recordFrames(page);
    const expected = [`${story} 700`, `${terms} 2000`];
    const unexpected = (shown: string[]) => shown.filter((frame) => !expected.includes(frame));
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate(() => window.history.go(-3));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(terms);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2000);
      expect(unexpected(await frames())).toEqual([]);
      await page.evaluate(() => window.history.go(3));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(story);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
      expect(unexpected(await frames())).toEqual([]);
    }
  });
}

test('restores the scroll position after leaving the page and after a reload', async ({ page }) => {
  await page.goto('/terms');
  await waitForHydration(page);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.goto('/pricing');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500);
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500);
});

/** One page of each kind. */
const SAMPLE_PATHS = ['/', '/pricing', '/customer-stories', '/blog/saas-evolution', '/privacy'];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows all text, and links work', async ({ page, browser, baseURL }) => {
    const withScripts = await browser.newPage({ baseURL, javaScriptEnabled: true });
    for (const path of SAMPLE_PATHS) {
      await withScripts.goto(path);
      await waitForHydration(withScripts);
      await page.goto(path);
      const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
      const staticWords = words((await page.locator('main').textContent())!);
      expect(staticWords).toEqual(words((await withScripts.locator('main').textContent())!));
      expect(staticWords.length).toBeGreaterThan(80);
    }
    await withScripts.close();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await page.locator('summary').first().click();
    await expect(page.locator('details').first()).toHaveAttribute('open', '');
    await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeHidden();
  });

  test('shares an article by email', async ({ page, baseURL }) => {
    await page.goto('/blog/saas-evolution');
    await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
    const href = await page.getByRole('link', { name: 'Share' }).getAttribute('href');
    const { protocol, searchParams } = new URL(href!);
    expect(protocol).toBe('mailto:');
    expect(searchParams.get('subject')).toBe('From the box to the seat to the meter');
    expect(searchParams.get('body')).toBe(`${baseURL}/blog/saas-evolution`);
  });

  test('says how to go back and whom to contact on pages that need JavaScript', async ({ page }) => {
    for (const [link, address] of [
      ['Start Free Trial', '/auth?from=free-trial'],
      ['Choose Team', '/checkout?plan=team'],
    ] as const) {
      await page.goto('/pricing');
      await expect(page.getByRole('button', { name: link })).toBeHidden();
      await page.getByRole('main').getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
      await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible();
      await page.getByRole('link', { name: 'Back to the home page' }).click();
      await expect(page).toHaveURL('/');
    }
  });
});
