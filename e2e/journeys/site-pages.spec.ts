import { expect, PHONE, test } from '../support/journey.js';
import type { Page, Request } from '@playwright/test';
import { PUBLIC_PAGES, PUBLIC_PATHS, recordRequests, waitForHydration } from '../support/site.js';
import { createUser } from '../support/users.js';
import { openSignedIn } from '../support/pages.js';
import { expectAccessible } from '../support/accessibility.js';

const MAX_LAYOUT_SHIFT = 0.005;
/** Layout shift of the document so far. */
declare global {
  interface Window {
    layoutShift: number;
  }
}
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  }),
);

const LEGAL_PATHS = ['/terms', '/privacy', '/cookies', '/gdpr'];

/** Every other page, so that each is checked on a desktop or on a phone. */
const everyOther = (first: number) => PUBLIC_PATHS.filter((_, index) => index % 2 === first);

/** Expects a page that is complete before any script loads, unchanged by layout and hydration, accessible and fits a phone without truncated text. */
async function expectCompletePage(
  page: Page,
  requests: Request[],
  path: (typeof PUBLIC_PATHS)[number],
): Promise<void> {
  expect((await page.goto(path))!.status(), path).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PUBLIC_PAGES[path]);
  await expect(page).toHaveTitle(/ · the product$/);
  await expect(page.locator('html')).not.toHaveAttribute('data-layout');
  expect(await page.evaluate(readLayoutShift), path).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
  // Opens the answers.
  await page
    .locator('details')
    .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((it) => (it.open = true)));
  if (LEGAL_PATHS.includes(path)) await expect(page.getByText('Last updated:')).toContainText(today());
  await expectAccessible(page);
  expect(requests.filter((request) => request.resourceType() === 'script')).toEqual([]);
  expect(requests.filter((request) => new URL(request.url()).origin !== new URL(page.url()).origin)).toEqual(
    [],
  );
  const staticText = await page.locator('body').innerText();
  await waitForHydration(page);
  expect(await page.locator('body').innerText()).toBe(staticText);
  const truncated = await page.locator('main *').evaluateAll((elements) =>
    elements
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(truncated, path).toEqual([]);
}

/** The layout shift once the latest layout has been painted. */
async function readLayoutShift(): Promise<number> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return window.layoutShift;
}

function today(): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
}

/** Expects header, content and footer to have the same edges. */
async function expectAligned(page: Page, path: string, width: number): Promise<void> {
  // Single forms are centered.
  const content = path.startsWith('/cancel') ? [] : ['main .max-w-page'];
  const parts = ['.site-header > div', ...content, 'footer .max-w-page'];
  await page.setViewportSize({ width, height: 900 });
  const edges = await page.evaluate(
    (selectors) =>
      selectors.map((part) => {
        const { left, right } = document.querySelector(part)!.getBoundingClientRect();
        return { left, right };
      }),
    parts,
  );
  expect(edges, `${path} at ${width} px`).toEqual(parts.map(() => edges[0]));
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

test('every other public page is complete before any script loads, and aligned, on a desktop', async ({
  page,
}) => {
  const requests = recordRequests(page);
  for (const [index, path] of everyOther(1).entries()) {
    await expectCompletePage(page, requests, path);
    await expectAligned(page, path, [1280, 1440, 1920][index % 3]!);
  }
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the other public pages are complete before any script loads', async ({ page }) => {
    const requests = recordRequests(page);
    for (const path of everyOther(0)) await expectCompletePage(page, requests, path);
  });
});

test('shows not-found pages with status 404, the first one without loading a script', async ({
  page,
  consoleErrors,
}) => {
  // The page logs its path if it hydrates before it is left.
  consoleErrors.allow(/status of 404/, /^error: 404: \/no\/such-page/);
  const requests = recordRequests(page);
  expect((await page.goto('/no/such-page'))!.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByText('/no/such-page', { exact: true })).toBeVisible();
  expect(requests.filter((request) => request.resourceType() === 'script')).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');

  expect((await page.goto('/blog/nothing-here'))!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Not Found');
  await expect(page.getByText("The article you're looking for doesn't exist.")).toBeVisible();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blogs');
});

test('opens an article from anywhere on its card @full', async ({ page }) => {
  for (const part of ['Where a startup’s software money really goes', 'Cost Management']) {
    await page.goto('/blogs');
    await waitForHydration(page);
    const card = page.getByRole('article').first();
    const box = (await card.getByText(part).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 120 });
    await expect(page).toHaveURL('/blog/saas-spending-startups');
  }
});

test('keeps the header on one line at every width, signed out and in @full', async ({ page }) => {
  await page.goto('/');
  await expectHeaderOnOneLine(page);
  await openSignedIn(page, await createUser(), '/');
  // Pages hydrate automatically when signed in.
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  await expectHeaderOnOneLine(page);
});

async function expectHeaderOnOneLine(page: Page): Promise<void> {
  for (const width of [360, 768, 1024, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const misplaced = await page.evaluate(() => {
      const row = document.querySelector('.site-header > div')!;
      const parts = [...row.querySelectorAll('a, button')].filter(
        (part) => !part.closest('dialog') && part.checkVisibility(),
      );
      const boxes = parts
        .map((part) => ({ name: part.textContent, box: part.getBoundingClientRect() }))
        .toSorted((one, other) => one.box.left - other.box.left);
      return boxes
        .filter(({ box }, index) => {
          const before = boxes[index - 1]?.box.right ?? row.getBoundingClientRect().left;
          return box.left < before - 1 || box.right > innerWidth - 15 || box.height > 48;
        })
        .map(({ name, box }) => `${name} ${Math.round(box.left)}-${Math.round(box.right)}`);
    });
    expect.soft(misplaced, `at ${width} px`).toEqual([]);
    const siteName = page
      .getByRole('banner')
      .getByRole('link', { name: 'the product, home' })
      .locator('span span');
    expect.soft(await siteName.evaluate((it) => it.scrollWidth - it.clientWidth), `name at ${width}`).toBe(0);
  }
}
