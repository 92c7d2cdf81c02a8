import { publicPaths, wake, withBrowser } from '../support/browser.mjs';

/** Whether a reader without scripts has every word of every public page, and every link leads somewhere. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const paths = publicPaths();
  const found = await withBrowser(benchEnvironment, (browser) =>
    compare(browser, urls.site, paths, benchEnvironment.busy),
  );
  const dead = [];
  for (const link of found.links) {
    const { status } = await fetch(link, { method: 'HEAD' });
    if (status !== 200) dead.push(`${link} ${status}`);
  }
  return [
    {
      metric: `${paths.length} public pages with scripts off`,
      must: 'every word readable, every link works',
      measured: `${found.missing.length} words missing of ${found.words}; ${dead.length} dead of ${found.links.size} links`,
      beside: 'the same pages, awake, without the controls that need scripts',
      ratio: '',
      reached: found.words > 0 && found.missing.length === 0 && dead.length === 0,
      why: [...found.missing, ...dead].join(', '),
    },
  ];
}

async function compare(browser, site, paths, busy) {
  const withScripts = await browser.newPage();
  const without = await browser.newPage({ javaScriptEnabled: false });
  const found = { words: 0, missing: [], links: new Set() };
  for (const path of paths) {
    busy(path);
    await withScripts.goto(site + path);
    await wake(withScripts);
    await without.goto(site + path);
    const read = new Set(await wordsOf(without));
    const words = await wordsOf(withScripts);
    found.words += words.length;
    found.missing.push(...words.filter((word) => !read.has(word)).map((word) => `${word} on ${path}`));
    for (const link of await without.locator('a[href^="/"]').all())
      found.links.add(new URL(await link.getAttribute('href'), site).href);
  }
  return found;
}

/** Controls that need scripts apart (the switches of the theme and of the billing period): without scripts they are not offered. */
async function wordsOf(page) {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('.noscript\\:hidden, .noscript\\:hidden\\!')) part.remove();
  });
  const text = await page.locator('main, footer, header nav').allInnerTexts();
  return text.join(' ').split(/\s+/).filter(Boolean);
}
