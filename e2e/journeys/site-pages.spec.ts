import { expect, test } from '../support/journey.js';
import { PUBLIC_PAGES, PUBLIC_PATHS, recordRequests, waitForHydration } from '../support/site.js';
import { createUser } from '../support/users.js';
import { signIn } from '../support/pages.js';
import { expectNoHorizontalScroll, expectAccessible } from '../support/accessibility.js';

for (const path of PUBLIC_PATHS) {
  test(`${path} is complete before any script loads and unchanged by hydration`, async ({ page }) => {
    const requests = recordRequests(page);
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    expect(response!.status()).toBe(200);
    expect(requests.filter((request) => request.resourceType() === 'script')).toEqual([]);
    expect(
      requests.filter((request) => new URL(request.url()).origin !== new URL(page.url()).origin),
    ).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(PUBLIC_PAGES[path]);
    await expectAccessible(page);
    const staticText = await page.locator('body').innerText();
    await waitForHydration(page);
    expect(await page.locator('body').innerText()).toBe(staticText);
    await expect(page).toHaveTitle(/ · the product$/);
  });
}

test('aligns header, content and footer on every public page', async ({ page }) => {
  for (const path of PUBLIC_PATHS) {
    await page.goto(path);
    // Single forms are centered.
    const content = path.startsWith('/cancel') ? [] : ['main .max-w-page'];
    const parts = ['.site-header > div', ...content, 'footer .max-w-page'];
    for (const width of [1280, 1920]) {
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
  }
});

test('every public page fits a phone, before and after hydration, without truncated text @phone-only', async ({
  page,
}) => {
  for (const path of PUBLIC_PATHS) {
    await page.goto(path);
    await expectNoHorizontalScroll(page);
    await waitForHydration(page);
    await expectNoHorizontalScroll(page);
    const cutOff = await page.locator('main *').evaluateAll((elements) =>
      elements
        .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(cutOff, path).toEqual([]);
  }
});

test('shows the requested path on the 404 page without loading a script', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 404/);
  const scripts: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  await page.goto('/no/such-page');
  await expect(page.getByText('/no/such-page', { exact: true })).toBeVisible();
  expect(scripts).toEqual([]);
});

test('shows the article-not-found page with status 404', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 404/);
  const response = await page.goto('/blog/nothing-here');
  expect(response!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Not Found');
  await expect(page.getByText("The article you're looking for doesn't exist.")).toBeVisible();
  await waitForHydration(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blogs');
});

test('legal pages show the current date', async ({ page }) => {
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
  for (const path of ['/terms', '/privacy', '/cookies', '/gdpr']) {
    await page.goto(path);
    await expect(page.getByText('Last updated:')).toContainText(today);
  }
});

test('opens an article from anywhere on its card', async ({ page }) => {
  for (const part of ["Where a startup's software money really goes", 'Cost Management']) {
    await page.goto('/blogs');
    await waitForHydration(page);
    const card = page.getByRole('article').first();
    const box = (await card.getByText(part).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 120 });
    await expect(page).toHaveURL('/blog/saas-spending-startups');
  }
});

for (const signedIn of [false, true]) {
  test(`keeps the header on one line at every width, signed ${signedIn ? 'in' : 'out'}`, async ({ page }) => {
    if (signedIn) {
      await signIn(page, await createUser(), '/checkout?plan=team');
      await expect(page).toHaveURL(/\/checkout/);
    }
    await page.goto('/');
    if (signedIn) await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    for (const width of [360, 768, 1024, 1100, 1200, 1279, 1280, 1300, 1366, 1440]) {
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
      expect
        .soft(await siteName.evaluate((it) => it.scrollWidth - it.clientWidth), `name at ${width}`)
        .toBe(0);
    }
  });
}
