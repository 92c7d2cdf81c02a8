import { withBrowser } from '../support/browser.mjs';

const TYPED = 'ada@example.com';

/** How an open page behaves when its code is gone after a new deployment. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  return withBrowser(benchEnvironment, async (browser) => {
    const { loads, blank } = await reloadsWhenCodeIsMissing(await browser.newPage(), urls.site);
    const kept = await keepsTypedText(await browser.newPage(), urls.site);
    return [
      {
        metric: 'an open page requests code that a new deployment removed',
        target: 'reloads once, keeps typed text, never blank',
        measured: `reloaded ${loads} time(s); typed text ${kept ? 'kept' : 'lost'}; ${blank ? 'blank' : 'never blank'}`,
        baseline: '',
        ratio: '',
        passed: loads === 1 && kept && !blank,
        details: '',
      },
    ];
  });
}

/** All of the site's code returns 404: counts reloads over two intents. */
async function reloadsWhenCodeIsMissing(page, site) {
  await page.goto(`${site}/pricing`);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  let loads = 0;
  let blank = false;
  page.on('framenavigated', () => (loads += 1));
  for (const intent of ['first', 'second']) {
    const requested = page.waitForResponse('**/assets/**');
    await page.dispatchEvent('body', 'pointerover', { detail: intent });
    await requested;
    await page.waitForLoadState('networkidle');
    blank ||= !(await page.getByRole('heading', { level: 1 }).isVisible());
  }
  return { loads, blank };
}

/** Submits a form whose code isn't loaded yet and no longer exists. */
async function keepsTypedText(page, site) {
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
