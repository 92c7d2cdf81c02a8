import { gzipSync } from 'node:zlib';
import { pageWeights } from '../baselines/page-weight.mjs';
import { hydrate, publicPaths, sumBytes, watchTransfers, withBrowser } from '../support/browser.mjs';
import { kilobytes, ratio } from '../support/statistics.mjs';

const HOME = '/';
const STATIC_LIMIT = 5_000;
const HYDRATED_LIMIT = 93_000;
const PAGE_LIMIT = 70_000;
const REQUEST_LIMIT = 8;

/** Bytes sent to a visitor before and on the first intent. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const { pricing: libraries } = await pageWeights();
  return withBrowser(benchEnvironment, async (browser) => {
    const pages = [];
    for (const path of publicPaths()) {
      benchEnvironment.showProgress(path);
      pages.push({ path, ...(await weigh(browser, urls.site, path)) });
    }
    const home = pages.find(({ path }) => path === HOME);
    const heaviest = (name) => pages.reduce((most, page) => (page[name] > most[name] ? page : most));
    const heaviestInline = heaviest('inlineScript');
    const heaviestOnIntent = heaviest('onIntent');
    const loadedEarly = pages.filter(({ scriptFiles }) => scriptFiles > 0);
    return [
      {
        metric: 'script before any input, no stored session: heaviest public page',
        target: `≤ ${STATIC_LIMIT / 1000} kB gzip`,
        measured: `${kilobytes(heaviestInline.inlineScript)} inline on ${heaviestInline.path}, ${loadedEarly.length} pages load a file`,
        baseline: `${kilobytes(libraries)}: React, router and toasts alone`,
        ratio: ratio(heaviestInline.inlineScript, libraries),
        met: heaviestInline.inlineScript <= STATIC_LIMIT && loadedEarly.length === 0,
        note: loadedEarly.map(({ path }) => path).join(', '),
      },
      {
        metric: 'script loaded on the first intent: home page, heaviest page',
        target: `≤ ${HYDRATED_LIMIT / 1000} kB gzip`,
        measured: `${kilobytes(home.onIntent)}; ${kilobytes(heaviestOnIntent.onIntent)} on ${heaviestOnIntent.path}`,
        baseline: `${kilobytes(libraries)}: React, router and toasts alone`,
        ratio: ratio(home.onIntent, libraries),
        met: home.onIntent > 0 && heaviestOnIntent.onIntent <= HYDRATED_LIMIT,
        note: pages.map(({ path, onIntent }) => `${path} ${kilobytes(onIntent)}`).join(', '),
      },
      {
        metric: 'home page before any intent: total bytes, requests',
        target: `≤ ${PAGE_LIMIT / 1000} kB; ≤ ${REQUEST_LIMIT}`,
        measured: `${kilobytes(home.bytes)} in ${home.requests} requests`,
        baseline: '324 kB: the best starter template, measured the same way',
        ratio: ratio(home.bytes, 324_000),
        met: home.bytes <= PAGE_LIMIT && home.requests <= REQUEST_LIMIT && home.external === 0,
        note: home.external > 0 ? `${home.external} requests to other origins` : '',
      },
    ];
  });
}

async function weigh(browser, site, path) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });
  const page = await context.newPage();
  const transfers = watchTransfers(page);
  await page.goto(site + path, { waitUntil: 'networkidle' });
  const initial = await transfers.take();
  const inline = await page.evaluate(() =>
    [...document.scripts].filter(({ src, type }) => !src && !/json/.test(type)).map(({ text }) => text),
  );
  await hydrate(page);
  const onIntent = (await transfers.take()).filter(({ isScript }) => isScript);
  await context.close();
  return {
    bytes: sumBytes(initial),
    requests: initial.length,
    external: initial.filter(({ origin }) => origin !== site).length,
    scriptFiles: initial.filter(({ isScript }) => isScript).length,
    inlineScript: inline.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0),
    onIntent: sumBytes(onIntent),
  };
}
