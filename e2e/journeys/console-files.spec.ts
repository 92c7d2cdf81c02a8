import { createBucket, uploadFile } from '../support/files.js';
import { expect, test } from '../support/journey.js';
import { expectToast, openSignedIn } from '../support/pages.js';
import { expectAccessible } from '../support/accessibility.js';
import { testEnvironment } from '../support/test-environment.js';

test('an administrator finds, previews, shares and deletes a file @full', async ({ page, request }) => {
  const bucket = await createBucket();
  await openSignedIn(page, testEnvironment.administrator, '/admin/files');
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
  await uploadFile(bucket, 'reports/2026/photo.png', await page.screenshot(), 'image/png');
  await uploadFile(bucket, 'reports/notes.txt', Buffer.from('notes'), 'text/plain');

  const search = page.getByRole('search', { name: 'Buckets' });
  await search.getByLabel('Name contains').fill(bucket);
  await search.getByRole('button', { name: 'Search' }).click();
  const buckets = page.getByRole('table', { name: 'Buckets' });
  await expect(buckets.getByRole('row')).toHaveCount(2);
  const viewport = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 740 });
  const lines = await buckets.getByRole('link', { name: bucket }).evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
  });
  expect(lines, 'lines of a short name on a phone').toBe(1);
  await page.setViewportSize(viewport);
  await buckets.getByRole('link', { name: bucket }).click();

  const files = page.getByRole('table', { name: 'Files and folders' });
  await files.getByRole('link', { name: 'reports/' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'reports/' })).toBeVisible();
  await expect(files.getByRole('link')).toHaveText(['2026/', 'notes.txt']);
  await expectAccessible(page);
  const inFolder = page.getByRole('search', { name: 'Files' });
  await inFolder.getByLabel('Name starts with').fill('NOTES');
  await inFolder.getByRole('button', { name: 'Search' }).click();
  await expect(files.getByRole('link')).toHaveText(['notes.txt']);
  await inFolder.getByRole('button', { name: 'Clear' }).click();
  await files.getByRole('link', { name: '2026/' }).click();
  await files.getByRole('link', { name: 'photo.png' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'photo.png' })).toBeVisible();
  await expect(page.getByText('image/png')).toBeVisible();
  await page.getByRole('button', { name: 'Show preview' }).click();
  const preview = page.getByRole('img', { name: 'Preview of reports/2026/photo.png' });
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create signed link' }).click();
  const sharing = page.getByRole('dialog', { name: 'Create signed link' });
  await sharing.getByLabel('Valid for').selectOption('1 day');
  await sharing.getByRole('button', { name: 'Create link' }).click();
  const link = sharing.getByText(/\/object\/sign\//);
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const shared = (await link.textContent())!;
  expect((await request.get(shared)).headers()['content-type']).toBe('image/png');
  await sharing.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Delete file' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete this file?' });
  await deletion.getByRole('button', { name: 'Delete file' }).click();
  await expect(deletion.getByText('Enter a reason for the audit log.')).toBeVisible();
  await expect(deletion.getByLabel('Reason')).toBeFocused();
  await deletion.getByLabel('Reason').fill('Uploaded by mistake');
  await deletion.getByRole('button', { name: 'Delete file' }).click();
  await expectToast(page, 'File deleted', 'reports/2026/photo.png was permanently deleted.');
  await expect(page.getByText('No files here')).toBeVisible();
  expect((await request.get(shared)).status()).toBe(400);

  await page.goto(`/admin/audit?subjectType=bucket&subjectId=${bucket}`);
  const entries = page.getByRole('region', { name: 'Entries' });
  await expect(entries.getByRole('listitem').first()).toContainText('storage.object_deleted');
  await expect(entries.getByRole('listitem').first()).toContainText('Uploaded by mistake');
  await expect(entries).toContainText('storage.link_created');
  await expect(entries).toContainText('storage.object_viewed');
});
