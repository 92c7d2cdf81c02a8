import { expect, test } from '@playwright/test';
import { PUBLIC_PATHS } from '../support/site.js';
import { testEnvironment } from '../support/test-environment.js';

const site = () => testEnvironment.siteUrl;
const get = async (path: string) => {
  const response = await fetch(site() + path);
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
};
/** Values of an attribute in HTML, with `&amp;` decoded. */
const attributeValues = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) =>
    value!.replaceAll('&amp;', '&'),
  );
const metaContent = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];

test('every internal link, file and anchor exists', async () => {
  const pages = new Map<string, string>();
  const anchors: { from: string; path: string; id: string }[] = [];
  const queue: string[] = [...PUBLIC_PATHS];
  while (queue.length > 0) {
    const path = queue.pop()!;
    if (pages.has(path)) continue;
    const { status, type, text } = await get(path);
    expect(status, path).toBe(200);
    pages.set(path, text);
    if (!type.startsWith('text/html')) continue;
    for (const link of [...attributeValues(text, 'href'), ...attributeValues(text, 'src')]) {
      const url = new URL(link, site() + path);
      if (url.origin !== site()) continue;
      if (url.hash) anchors.push({ from: path, path: url.pathname + url.search, id: url.hash.slice(1) });
      queue.push(url.pathname + url.search);
    }
  }
  for (const { from, path, id } of anchors)
    expect(
      attributeValues(pages.get(path)!, 'id'),
      `anchor #${id} of ${path}, linked from ${from}`,
    ).toContain(id);
  expect(pages.size).toBeGreaterThan(PUBLIC_PATHS.length);
});

test('the sitemap lists every public page, and each has unique metadata', async () => {
  const sitemap = await get('/sitemap.xml');
  const listed = [...sitemap.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
  expect(listed.toSorted()).toEqual(PUBLIC_PATHS.map((path) => site() + path).toSorted());
  const seen = new Set<string>();
  for (const path of PUBLIC_PATHS) {
    const { text } = await get(path);
    const title = /<title>([^<]*)<\/title>/.exec(text)![1]!;
    const description = metaContent(text, 'description')!;
    expect(description.length, `description of ${path}`).toBeGreaterThan(40);
    expect(/<link rel="canonical" href="([^"]*)">/.exec(text)![1]).toBe(site() + path);
    expect(metaContent(text, 'og:url')).toBe(site() + path);
    expect(metaContent(text, 'robots')).toBeUndefined();
    const image = await fetch(metaContent(text, 'og:image')!);
    expect(image.headers.get('content-type')).toBe('image/png');
    for (const value of [title, description, metaContent(text, 'og:image')!]) {
      expect(seen.has(value), `${value} is unique`).toBe(false);
      seen.add(value);
    }
  }
  expect(metaContent((await get('/auth')).text, 'robots')).toBe('noindex');
});

test('structured data describes the organization, offers, FAQ, articles and breadcrumbs', async () => {
  const structuredData = async (path: string) =>
    [...(await get(path)).text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    );
  const listTypes = async (path: string) => (await structuredData(path)).map((item) => item['@type']);
  expect(await listTypes('/')).toEqual(['Organization', 'WebSite']);
  expect(await listTypes('/pricing')).toEqual(['SoftwareApplication', 'FAQPage', 'BreadcrumbList']);
  expect(await listTypes('/blog/saas-evolution')).toEqual(['Article', 'BreadcrumbList']);
  const [product, faq] = await structuredData('/pricing');
  const prices = (product!['offers'] as { price: string }[]).map(({ price }) => price);
  expect(prices).toEqual(['0', '49.00', '499.00', '99.00', '999.00']);
  expect(JSON.stringify(faq)).toContain('20% discount');
  for (const path of PUBLIC_PATHS)
    expect(JSON.stringify(await structuredData(path))).not.toMatch(/aggregateRating|ratingValue|"review"/i);
});

test('serves the feed, robots.txt, llms.txt, the manifest and icons', async () => {
  const feed = await get('/blog.xml');
  expect(feed.type).toContain('rss');
  expect(feed.text.match(/<item>/g)).toHaveLength(3);
  expect((await get('/robots.txt')).text).toContain(`Sitemap: ${site()}/sitemap.xml`);
  const llms = (await get('/llms.txt')).text;
  for (const path of PUBLIC_PATHS) expect(llms).toContain(`(${site()}${path})`);
  const manifest = JSON.parse((await get('/site.webmanifest')).text) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe('the product');
  for (const { src } of [...manifest.icons, { src: '/favicon.ico' }, { src: '/apple-touch-icon.png' }])
    expect((await get(src)).status, src).toBe(200);
});
