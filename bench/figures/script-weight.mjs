import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/machine/chromium.mjs';
import { pageWeights } from '../floors/page-weight.mjs';
import { kilobytes, ratio } from '../support/statistics.mjs';

const PAGES = [
  {
    name: 'checkout',
    path: '/checkout?plan=team',
    limit: 125_000,
    libraries: 'React, router, toasts and Stripe loader',
  },
  { name: 'pricing', path: '/pricing', limit: 95_000, libraries: 'React, router and toasts' },
];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Script that a new visitor is sent, until the network is idle, as gzip; what the payment provider's own pages send is told apart. */
export async function measure(surroundings) {
  const { urls } = await surroundings.stack();
  const floors = await pageWeights();
  const browser = await chromium.launch({
    executablePath: await findChromium(process.env, surroundings.busy),
    args: ARGUMENTS,
  });
  try {
    const rows = [];
    for (const page of PAGES) rows.push(await row(browser, urls.site, page, floors[page.name]));
    return rows;
  } finally {
    await browser.close();
  }
}

async function row(browser, site, { path, limit, libraries }, floor) {
  const gzip = await scriptsOf(browser, `${site}${path}`, 'gzip');
  const brotli = await scriptsOf(browser, `${site}${path}`, 'gzip, br');
  const plain = gzip.files.filter(({ encoding }) => encoding !== 'gzip');
  return {
    figure: `\`${path}\`: all script transferred until the network is idle`,
    must: `≤ ${limit / 1000} kB gzip`,
    measured: `${kilobytes(gzip.own)} in ${gzip.files.length} files (${kilobytes(brotli.own)} as brotli)${gzip.provider > 0 ? `; and ${kilobytes(gzip.provider)} of the payment provider's stand-in` : ''}`,
    beside: `${kilobytes(floor)}: ${libraries} alone`,
    ratio: ratio(gzip.own, floor),
    reached: gzip.own <= limit && gzip.files.length > 0,
    why:
      plain.length > 0 ? `sent without compression: ${plain.map(({ path: file }) => file).join(', ')}` : '',
  };
}

async function scriptsOf(browser, url, encodings) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': encodings } });
  const page = await context.newPage();
  const finished = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  const files = [];
  for (const request of finished) {
    const response = await request.response();
    const headers = response?.headers() ?? {};
    const isScript = request.resourceType() === 'script' || /javascript/.test(headers['content-type'] ?? '');
    if (!isScript) continue;
    const { responseBodySize: bytes } = await request.sizes();
    const { pathname, origin } = new URL(request.url());
    const provider = pathname.startsWith('/api/sandbox/') || origin !== new URL(url).origin;
    files.push({ path: pathname, bytes, provider, encoding: headers['content-encoding'] });
  }
  await context.close();
  const sum = (ofProvider) =>
    files.filter(({ provider }) => provider === ofProvider).reduce((total, { bytes }) => total + bytes, 0);
  return { own: sum(false), provider: sum(true), files: files.filter(({ provider }) => !provider) };
}
