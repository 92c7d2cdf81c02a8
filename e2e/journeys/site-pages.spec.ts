import { expect, test } from '../support/journey.js';
import { expectNoSidewaysScroll, PUBLIC_PAGES, PUBLIC_PATHS, requestsOf, wake } from '../support/site.js';
import { expectWellMade } from '../support/well-made.js';

for (const path of PUBLIC_PATHS) {
  test(`${path} is finished before anything is loaded, and wakes as it stands`, async ({ page }) => {
    const requests = requestsOf(page);
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer!.status()).toBe(200);
    expect(requests.filter((request) => request.resourceType() === 'script')).toEqual([]);
    expect(
      requests.filter((request) => new URL(request.url()).origin !== new URL(page.url()).origin),
    ).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(PUBLIC_PAGES[path]);
    await expectWellMade(page);
    const asleep = await page.locator('body').innerText();
    await wake(page);
    expect(await page.locator('body').innerText()).toBe(asleep);
    await expect(page).toHaveTitle(/ · the product$/);
  });
}

test('every public page fits a phone, asleep and awake @phone', async ({ page }) => {
  for (const path of PUBLIC_PATHS) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
    await wake(page);
    await expectNoSidewaysScroll(page);
  }
});

test('an article that does not exist has a page of its own, with status 404', async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/status of 404/);
  const answer = await page.goto('/blog/nothing-here');
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Not Found');
  await expect(page.getByText("The article you're looking for doesn't exist.")).toBeVisible();
  await wake(page);
  await expectWellMade(page);
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blogs');
});

test('legal pages name the day on which they are read', async ({ page }) => {
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
  for (const path of ['/terms', '/privacy', '/cookies', '/gdpr']) {
    await page.goto(path);
    await expect(page.getByText('Last updated:')).toContainText(today);
  }
});
