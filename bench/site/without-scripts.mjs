import { hydrate, publicPaths, withBrowser } from '../support/browser.mjs';

/** Whether every public page is complete without JavaScript, and every link works. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const paths = publicPaths();
  const result = await withBrowser(benchEnvironment, (browser) =>
    compare(browser, urls.site, paths, benchEnvironment.showProgress),
  );
  const dead = [];
  for (const link of result.links) {
    const { status } = await fetch(link, { method: 'HEAD' });
    if (status !== 200) dead.push(`${link} ${status}`);
  }
  return [
    {
      metric: `${paths.length} public pages without JavaScript`,
      target: 'every word readable, every link works',
      measured: `${result.missing.length} words missing of ${result.words}; ${dead.length} dead of ${result.links.size} links`,
      baseline: 'the same pages hydrated, except controls that need scripts',
      ratio: '',
      met: result.words > 0 && result.missing.length === 0 && dead.length === 0,
      note: [...result.missing, ...dead].join(', '),
    },
  ];
}

async function compare(browser, site, paths, busy) {
  const withScripts = await browser.newPage();
  const without = await browser.newPage({ javaScriptEnabled: false });
  const result = { words: 0, missing: [], links: new Set() };
  for (const path of paths) {
    busy(path);
    await withScripts.goto(site + path);
    await hydrate(withScripts);
    await without.goto(site + path);
    const read = new Set(await readWords(without));
    const words = await readWords(withScripts);
    result.words += words.length;
    result.missing.push(...words.filter((word) => !read.has(word)).map((word) => `${word} on ${path}`));
    for (const link of await without.locator('a[href^="/"]').all())
      result.links.add(new URL(await link.getAttribute('href'), site).href);
  }
  return result;
}

/** Excludes controls that are hidden without scripts (theme and billing interval switches). */
async function readWords(page) {
  await page.evaluate(() => {
    for (const control of document.querySelectorAll('.noscript\\:hidden, .noscript\\:hidden\\!'))
      control.remove();
  });
  const text = await page.locator('main, footer, header nav').allInnerTexts();
  return text.join(' ').split(/\s+/).filter(Boolean);
}
