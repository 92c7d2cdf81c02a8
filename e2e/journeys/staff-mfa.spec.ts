import { totpCode } from '../support/authenticator.js';
import { makeStaff } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { startCustomSite, type CustomSite } from '../support/custom-site.js';
import { newUser, createUser } from '../support/users.js';
import { heading, signIn, signOut } from '../support/pages.js';
import { expectAccessible } from '../support/accessibility.js';

test.describe('with MFA required for all staff', () => {
  let site: CustomSite;
  test.beforeAll(async () => {
    site = await startCustomSite({ ADMIN_REQUIRE_MFA: 'on' });
  });
  test.afterAll(() => site?.close());

  test('staff enroll a second factor from the console and need it from then on', async ({
    browser,
    consoleErrors,
    viewport,
  }) => {
    consoleErrors.allow(/status of 403/);
    const context = await browser.newContext({ baseURL: site.url, viewport });
    consoleErrors.watch(context);
    const page = await context.newPage();
    const user = await createUser(newUser({ fullName: 'Sam Support' }));
    await makeStaff(user.email, 'support');

    await signIn(page, user, '/admin/queues');
    await expect(page.getByText('Two-factor authentication required')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
    await expect(heading(page, 'Account security')).toBeVisible();
    await expect(page.getByText('Set up two-factor authentication to continue')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await sheet.getByLabel('Name').fill('Phone');
    await sheet.getByRole('button', { name: 'Continue' }).click();
    const link = sheet.getByRole('link', { name: 'Open in an app on this device' });
    const secret = new URL((await link.getAttribute('href'))!).searchParams.get('secret')!;
    await sheet.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
    await page.getByLabel("I've saved these codes").check();
    await page.getByRole('button', { name: 'Done' }).click();
    const back = page.getByRole('link', { name: 'Continue to the support console' });
    await expect(back).toBeInViewport();
    await back.click();
    await expect(page).toHaveURL('/admin/queues');
    await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible();

    await signOut(page);
    await signIn(page, user, '/admin/queues');
    await expect(heading(page, 'Enter your code')).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, 1));
    await expect(page).toHaveURL('/admin/queues');
    await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible();
    await context.close();
  });
});
