import { withBrowser } from '../support/browser.mjs';

const TYPED = 'ada@example.com';

/** What an open old page does whose code is gone after a new deployment. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  return withBrowser(benchEnvironment, async (browser) => {
    const { loads, blank } = await codeStaysAway(await browser.newPage(), urls.site);
    const kept = await whatWasTyped(await browser.newPage(), urls.site);
    return [
      {
        metric: 'after a new deployment an open old page asks for code that is gone',
        must: 'reloads itself once, nothing typed is lost, never blank',
        measured: `reloaded ${loads} time(s); typed text ${kept ? 'kept' : 'lost'}; ${blank ? 'blank' : 'never blank'}`,
        beside: '',
        ratio: '',
        reached: loads === 1 && kept && !blank,
        why: '',
      },
    ];
  });
}

/** Every file of the site's code answers 404, for good: counts the reloads over two intents. */
async function codeStaysAway(page, site) {
  await page.goto(`${site}/pricing`);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  let loads = 0;
  let blank = false;
  page.on('framenavigated', () => (loads += 1));
  for (const intent of ['first', 'second']) {
    const asked = page.waitForResponse('**/assets/**');
    await page.dispatchEvent('body', 'pointerover', { detail: intent });
    await asked;
    await page.waitForLoadState('networkidle');
    blank ||= !(await page.getByRole('heading', { level: 1 }).isVisible());
  }
  return { loads, blank };
}

/** Types into a form whose sending needs code that is not loaded yet, and is gone. */
async function whatWasTyped(page, site) {
  await page.goto(`${site}/auth/forgot`);
  const entry = page.getByLabel('Email');
  await entry.fill(TYPED);
  let gone = true;
  page.on('request', (request) => (gone &&= !request.isNavigationRequest()));
  await page.route('**/assets/**', (route) =>
    gone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  const reloaded = page.waitForEvent('framenavigated');
  await page.getByRole('button', { name: 'Send link' }).click();
  await reloaded;
  await page.waitForLoadState('networkidle');
  return (await entry.inputValue()) === TYPED;
}
