import { pageWeights } from '../baselines/page-weight.mjs';
import { addCards, addCustomers, openSessions } from '../support/customers.mjs';
import { hydrate, sumBytes, watchTransfers, withBrowser } from '../support/browser.mjs';
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
    // Prerendered: its script loads on the first intent.
    loadsOnIntent: true,
  },
  {
    name: 'pricing',
    path: '/account/billing',
    limit: 150_000,
    libraries: 'React, router and toasts',
    signedIn: true,
  },
];
/** Where the site stores the session, in local storage. */
const SESSION_KEY = 'session';

/** Gzipped script sent to a new visitor until the network is idle. The payment provider's own script is counted separately. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const database = await benchEnvironment.database();
  const customers = await addCustomers(database, 1);
  await addCards(database, customers);
  const [session] = await openSessions(urls.site, customers);
  const baselines = await pageWeights();
  return withBrowser(benchEnvironment, async (browser) => {
    const rows = [];
    for (const page of PAGES) {
      const storage = page.signedIn ? [{ name: SESSION_KEY, value: JSON.stringify(session) }] : [];
      rows.push(await row(browser, { site: urls.site, storage }, page, baselines[page.name]));
    }
    return rows;
  });
}

async function row(browser, visitor, { path, limit, libraries, loadsOnIntent, signedIn }, baseline) {
  const gzip = await measureScripts(browser, visitor, path, 'gzip', loadsOnIntent);
  const brotli = await measureScripts(browser, visitor, path, 'gzip, br', loadsOnIntent);
  const plain = gzip.files.filter(({ encoding }) => encoding !== 'gzip');
  return {
    metric: `\`${path}\`: all script transferred until the network is idle${loadsOnIntent ? ', after the first intent' : ''}${signedIn ? ', signed in' : ''}`,
    target: `≤ ${limit / 1000} kB gzip`,
    measured: `${kilobytes(gzip.own)} in ${gzip.files.length} files (${kilobytes(brotli.own)} as brotli)${gzip.provider > 0 ? `; plus ${kilobytes(gzip.provider)} from the payment provider's emulator` : ''}`,
    baseline: `${kilobytes(baseline)}: ${libraries} alone`,
    ratio: ratio(gzip.own, baseline),
    met: gzip.own <= limit && gzip.files.length > 0,
    note:
      plain.length > 0 ? `sent without compression: ${plain.map(({ path: file }) => file).join(', ')}` : '',
  };
}

async function measureScripts(browser, { site, storage }, path, encodings, loadsOnIntent) {
  const context = await browser.newContext({
    extraHTTPHeaders: { 'accept-encoding': encodings },
    storageState: { cookies: [], origins: [{ origin: site, localStorage: storage }] },
  });
  const page = await context.newPage();
  const transfers = watchTransfers(page);
  await page.goto(`${site}${path}`, { waitUntil: 'networkidle' });
  if (loadsOnIntent) await hydrate(page);
  const scripts = (await transfers.take()).filter(({ isScript }) => isScript);
  await context.close();
  const isProvider = ({ path: file, origin }) => file.startsWith('/api/sandbox/') || origin !== site;
  const files = scripts.filter((script) => !isProvider(script));
  return { own: sumBytes(files), provider: sumBytes(scripts.filter(isProvider)), files };
}
