import { hydrate, publicPaths, withBrowser } from '../support/browser.mjs';

/** Whether every public page is complete without JavaScript, and every link works. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const paths = publicPaths();
  const result = await withBrowser(benchEnvironment, (browser) =>
    compare(browser, urls.site, paths, benchEnvironment.progress),
  );
  const broken = [];
  for (const link of result.links) {
    const { status } = await fetch(link, { method: 'HEAD' });
    if (status !== 200) broken.push(`${link} ${status}`);
  }
  return [
    {
      metric: `${paths.length} public pages without JavaScript`,
      target: 'all text readable, no broken links',
      measured: `${result.missing.length} of ${result.words} words missing; ${broken.length} of ${result.links.size} links broken`,
      baseline: 'the same pages hydrated, except controls that need scripts',
      ratio: '',
      passed: result.words > 0 && result.missing.length === 0 && broken.length === 0,
      details: [...result.missing, ...broken].join(', '),
    },
  ];
}

async function compare(browser, site, paths, progress) {
  const withScripts = await browser.newPage();
  const withoutScripts = await browser.newPage({ javaScriptEnabled: false });
  const result = { words: 0, missing: [], links: new Set() };
  for (const path of paths) {
    progress(path);
    await withScripts.goto(site + path);
    await hydrate(withScripts);
    await withoutScripts.goto(site + path);
    const readable = new Set(await wordsOf(withoutScripts));
    const words = await wordsOf(withScripts);
    result.words += words.length;
    result.missing.push(...words.filter((word) => !readable.has(word)).map((word) => `${word} on ${path}`));
    for (const link of await withoutScripts.locator('a[href^="/"]').all())
      result.links.add(new URL(await link.getAttribute('href'), site).href);
  }
  return result;
}

/** Excludes controls that are hidden without scripts (theme and billing interval switches). */
async function wordsOf(page) {
  await page.evaluate(() => {
    for (const control of document.querySelectorAll('.noscript\\:hidden, .noscript\\:hidden\\!'))
      control.remove();
  });
  const text = await page.locator('main, footer, header nav').allInnerTexts();
  return text.join(' ').split(/\s+/).filter(Boolean);
}
