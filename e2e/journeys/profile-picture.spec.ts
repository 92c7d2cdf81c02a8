import type { Locator } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { expectToast, openSignedIn } from '../support/pages.js';
import { createUser } from '../support/users.js';
import { expectAccessible } from '../support/accessibility.js';

/** Whether the browser has decoded the image. */
const isLoaded = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0);

test('chooses, crops, replaces and removes the profile picture, and sees why one is rejected @full', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 400/);
  await openSignedIn(page, await createUser(), '/account/profile');
  const section = page.getByRole('region', { name: 'Profile picture' });
  const accountButton = page.getByRole('button', { name: 'Account' });
  await expect(section.getByText('AB', { exact: true })).toBeVisible();
  await expect(accountButton.locator('img')).toHaveCount(0);
  // A picture of this page: large, and not square.
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const file = section.locator('input[type=file]');

  const truncated = (await page.screenshot({ type: 'jpeg' })).subarray(0, 2000);
  await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: truncated });
  await expect(section.getByText('The file seems to be damaged.')).toBeVisible();

  await file.setInputFiles(picture);
  const dialog = page.getByRole('dialog', { name: 'Position your picture' });
  const visiblePart = dialog.getByRole('group', { name: 'Visible part of the picture' });
  await expect(visiblePart).toBeVisible();
  const preview = dialog.locator('canvas');
  const previewed = () => preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expectAccessible(page);
  const before = await previewed();
  await visiblePart.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(previewed).not.toBe(before);
  const moved = await previewed();
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
  await expect.poll(previewed).not.toBe(moved);

  const uploads = '**/storage/v1/object/avatars/*';
  await page.route(uploads, (route) =>
    route.continue({ postData: route.request().postDataBuffer()!.subarray(0, 2000) }),
  );
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog.getByText('The file is damaged or doesn’t match its type')).toBeVisible();
  await page.unroute(uploads);
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expectToast(page, 'Picture saved', 'Your profile picture has been updated.');
  await expect(dialog).toBeHidden();
  const shown = section.locator('img');
  await expect.poll(() => isLoaded(shown)).toBe(true);
  await expect.poll(() => isLoaded(accountButton.locator('img'))).toBe(true);
  const first = await shown.getAttribute('src');
  await expectAccessible(page);

  await page.reload();
  await expect(shown).toHaveAttribute('src', first!);
  await file.setInputFiles(picture);
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog).toBeHidden();
  await expect(shown).not.toHaveAttribute('src', first!);
  await expect.poll(() => isLoaded(shown)).toBe(true);

  await section.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click();
  await expectToast(page, 'Picture removed', 'Your initials will be shown instead.');
  await expect(section.getByText('AB', { exact: true })).toBeVisible();
  await expect(accountButton.locator('img')).toHaveCount(0);
  await expect(section.getByRole('button', { name: 'Choose picture' })).toBeVisible();
});
