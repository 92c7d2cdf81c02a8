import { codeOf } from '../support/authenticator.js';
import { makeStaff } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { startOwnSite, type OwnSite } from '../support/own-site.js';
import { aPerson, withAccount } from '../support/people.js';
import { heading, signIn, signOut } from '../support/screens.js';
import { expectWellMade } from '../support/well-made.js';

test.describe('where all staff need a second factor', () => {
  let site: OwnSite;
  test.beforeAll(async () => {
    site = await startOwnSite({ ADMIN_REQUIRE_MFA: 'on' });
  });
  test.afterAll(() => site?.close());

  test('staff are led from the console to enroll one and back, and are asked for it from then on', async ({
    browser,
    consoleErrors,
    viewport,
  }) => {
    consoleErrors.tolerate(/status of 403/);
    const context = await browser.newContext({ baseURL: site.url, viewport });
    consoleErrors.listenTo(context);
    const page = await context.newPage();
    const person = await withAccount(aPerson({ fullName: 'Sam Support' }));
    await makeStaff(person.email, 'support');

    await signIn(page, person, '/admin/queues');
    await expect(page.getByText('Two-factor authentication required')).toBeVisible();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
    await expect(heading(page, 'Account security')).toBeVisible();
    await expect(page.getByText('Set up two-factor authentication to continue')).toBeVisible();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await sheet.getByLabel('Name').fill('Phone');
    await sheet.getByRole('button', { name: 'Continue' }).click();
    const link = sheet.getByRole('link', { name: 'Open in an app on this device' });
    const secret = new URL((await link.getAttribute('href'))!).searchParams.get('secret')!;
    await sheet.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.getByLabel("I've saved these codes").check();
    await page.getByRole('button', { name: 'Done' }).click();
    const back = page.getByRole('link', { name: 'Continue to the support console' });
    await expect(back).toBeInViewport();
    await expectWellMade(page);
    await back.click();
    await expect(page).toHaveURL('/admin/queues');
    await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible();

    await signOut(page);
    await signIn(page, person, '/admin/queues');
    await expect(heading(page, 'Enter your code')).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
    await expect(page).toHaveURL('/admin/queues');
    await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible();
    await context.close();
  });
});
