import { pageWeights } from '../baselines/page-weight.mjs';
import { sumOf, wake, watchTransfers, withBrowser } from '../support/browser.mjs';
import { kilobytes, ratio } from '../support/statistics.mjs';

const PAGES = [
  {
    name: 'checkout',
    path: '/checkout?plan=team',
    limit: 125_000,
    libraries: 'React, router, toasts and Stripe loader',
  },
  { name: 'pricing', path: '/auth', limit: 130_000, libraries: 'React, router and toasts' },
  {
    name: 'pricing',
    path: '/pricing',
    limit: 95_000,
    libraries: 'React, router and toasts',
    // Finished beforehand: its script comes with the first intent.
    sleeps: true,
  },
];
/** Script that a new visitor is sent, until the network is idle, as gzip; what the payment provider's own pages send is told apart. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const baselines = await pageWeights();
  return withBrowser(benchEnvironment, async (browser) => {
    const rows = [];
    for (const page of PAGES) rows.push(await row(browser, urls.site, page, baselines[page.name]));
    return rows;
  });
}

async function row(browser, site, { path, limit, libraries, sleeps }, baseline) {
  const gzip = await scriptsOf(browser, `${site}${path}`, 'gzip', sleeps);
  const brotli = await scriptsOf(browser, `${site}${path}`, 'gzip, br', sleeps);
  const plain = gzip.files.filter(({ encoding }) => encoding !== 'gzip');
  return {
    metric: `\`${path}\`: all script transferred until the network is idle${sleeps ? ', after the first intent' : ''}`,
    must: `≤ ${limit / 1000} kB gzip`,
    measured: `${kilobytes(gzip.own)} in ${gzip.files.length} files (${kilobytes(brotli.own)} as brotli)${gzip.provider > 0 ? `; and ${kilobytes(gzip.provider)} of the payment provider's emulator` : ''}`,
    beside: `${kilobytes(baseline)}: ${libraries} alone`,
    ratio: ratio(gzip.own, baseline),
    reached: gzip.own <= limit && gzip.files.length > 0,
    why:
      plain.length > 0 ? `sent without compression: ${plain.map(({ path: file }) => file).join(', ')}` : '',
  };
}

async function scriptsOf(browser, url, encodings, sleeps) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': encodings } });
  const page = await context.newPage();
  const transfers = watchTransfers(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  if (sleeps) await wake(page);
  const scripts = (await transfers.taken()).filter(({ isScript }) => isScript);
  await context.close();
  const isProvider = ({ path, origin }) => path.startsWith('/api/sandbox/') || origin !== new URL(url).origin;
  const files = scripts.filter((script) => !isProvider(script));
  return { own: sumOf(files), provider: sumOf(scripts.filter(isProvider)), files };
}
