import { gzipSync } from 'node:zlib';
import { pageWeights } from '../baselines/page-weight.mjs';
import { publicPaths, sumOf, wake, watchTransfers, withBrowser } from '../support/browser.mjs';
import { kilobytes, ratio } from '../support/statistics.mjs';

const HOME = '/';
const ASLEEP_LIMIT = 5_000;
const AWAKE_LIMIT = 92_000;
const PAGE_LIMIT = 70_000;
const REQUEST_LIMIT = 8;

/** What a visitor is sent: before he shows any intent, and on the first one. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const { pricing: libraries } = await pageWeights();
  return withBrowser(benchEnvironment, async (browser) => {
    const pages = [];
    for (const path of publicPaths()) {
      benchEnvironment.busy(path);
      pages.push({ path, ...(await weigh(browser, urls.site, path)) });
    }
    const home = pages.find(({ path }) => path === HOME);
    const heaviest = (name) => pages.reduce((most, page) => (page[name] > most[name] ? page : most));
    const asleep = heaviest('inlineScript');
    const awake = heaviest('onIntent');
    const loadedEarly = pages.filter(({ scriptsAsleep }) => scriptsAsleep > 0);
    return [
      {
        metric: 'script before any input, no stored session: heaviest of all public pages',
        must: `≤ ${ASLEEP_LIMIT / 1000} kB gzip`,
        measured: `${kilobytes(asleep.inlineScript)} inline on ${asleep.path}, ${loadedEarly.length} pages load a file`,
        beside: `${kilobytes(libraries)}: React, router and toasts alone`,
        ratio: ratio(asleep.inlineScript, libraries),
        reached: asleep.inlineScript <= ASLEEP_LIMIT && loadedEarly.length === 0,
        why: loadedEarly.map(({ path }) => path).join(', '),
      },
      {
        metric: 'script loaded on the first intent: home page, heaviest page',
        must: `≤ ${AWAKE_LIMIT / 1000} kB gzip`,
        measured: `${kilobytes(home.onIntent)}; ${kilobytes(awake.onIntent)} on ${awake.path}`,
        beside: `${kilobytes(libraries)}: React, router and toasts alone`,
        ratio: ratio(home.onIntent, libraries),
        reached: home.onIntent > 0 && awake.onIntent <= AWAKE_LIMIT,
        why: pages.map(({ path, onIntent }) => `${path} ${kilobytes(onIntent)}`).join(', '),
      },
      {
        metric: 'home page before any intent: all of it, requests',
        must: `≤ ${PAGE_LIMIT / 1000} kB; ≤ ${REQUEST_LIMIT}`,
        measured: `${kilobytes(home.asleep)} in ${home.requests} requests`,
        beside: '324 kB: the best starter, measured the same way when this was planned',
        ratio: ratio(home.asleep, 324_000),
        reached: home.asleep <= PAGE_LIMIT && home.requests <= REQUEST_LIMIT && home.foreign === 0,
        why: home.foreign > 0 ? `${home.foreign} requests leave the origin` : '',
      },
    ];
  });
}

async function weigh(browser, site, path) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });
  const page = await context.newPage();
  const transfers = watchTransfers(page);
  await page.goto(site + path, { waitUntil: 'networkidle' });
  const asleep = await transfers.taken();
  const inline = await page.evaluate(() =>
    [...document.scripts].filter(({ src, type }) => !src && !/json/.test(type)).map(({ text }) => text),
  );
  await wake(page);
  const awake = (await transfers.taken()).filter(({ isScript }) => isScript);
  await context.close();
  return {
    asleep: sumOf(asleep),
    requests: asleep.length,
    foreign: asleep.filter(({ origin }) => origin !== site).length,
    scriptsAsleep: asleep.filter(({ isScript }) => isScript).length,
    inlineScript: inline.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0),
    onIntent: sumOf(awake),
  };
}
