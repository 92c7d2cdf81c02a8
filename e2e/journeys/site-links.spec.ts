import { expect, test } from '../support/journey.js';
import { PUBLIC_PATHS } from '../support/site.js';
import { testEnvironment } from '../support/test-environment.js';

const site = () => testEnvironment.siteUrl;
const read = async (path: string) => {
  const answer = await fetch(site() + path);
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
};
/** Values of an attribute in a page's source, with the character references of an address undone. */
const values = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) =>
    value!.replaceAll('&amp;', '&'),
  );
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];

test('a crawler that follows every link finds every page, every file and every anchor', async () => {
  const pages = new Map<string, string>();
  const anchors: { from: string; path: string; id: string }[] = [];
  const queue: string[] = [...PUBLIC_PATHS];
  while (queue.length > 0) {
    const path = queue.pop()!;
    if (pages.has(path)) continue;
    const { status, type, text } = await read(path);
    expect(status, path).toBe(200);
    pages.set(path, text);
    if (!type.startsWith('text/html')) continue;
    for (const link of [...values(text, 'href'), ...values(text, 'src')]) {
      const url = new URL(link, site() + path);
      if (url.origin !== site()) continue;
      if (url.hash) anchors.push({ from: path, path: url.pathname + url.search, id: url.hash.slice(1) });
      queue.push(url.pathname + url.search);
    }
  }
  for (const { from, path, id } of anchors)
    expect(values(pages.get(path)!, 'id'), `anchor #${id} of ${path}, linked from ${from}`).toContain(id);
  expect(pages.size).toBeGreaterThan(PUBLIC_PATHS.length);
});

test('search engines are told of every public page, and each says who it is', async () => {
  const sitemap = await read('/sitemap.xml');
  const listed = [...sitemap.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
  expect(listed.toSorted()).toEqual(PUBLIC_PATHS.map((path) => site() + path).toSorted());
  const seen = new Set<string>();
  for (const path of PUBLIC_PATHS) {
    const { text } = await read(path);
    const title = /<title>([^<]*)<\/title>/.exec(text)![1]!;
    const description = metaOf(text, 'description')!;
    expect(description.length, `description of ${path}`).toBeGreaterThan(40);
    expect(/<link rel="canonical" href="([^"]*)">/.exec(text)![1]).toBe(site() + path);
    expect(metaOf(text, 'og:url')).toBe(site() + path);
    expect(metaOf(text, 'robots')).toBeUndefined();
    const image = await fetch(metaOf(text, 'og:image')!);
    expect(image.headers.get('content-type')).toBe('image/png');
    for (const fact of [title, description, metaOf(text, 'og:image')!]) {
      expect(seen.has(fact), `${fact} stands for one page`).toBe(false);
      seen.add(fact);
    }
  }
  expect(metaOf((await read('/auth')).text, 'robots')).toBe('noindex');
});

test('structured data tells of the organization, offers, questions, articles and the way there', async () => {
  const things = async (path: string) =>
    [...(await read(path)).text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    );
  const typesOf = async (path: string) => (await things(path)).map((thing) => thing['@type']);
  expect(await typesOf('/')).toEqual(['Organization', 'WebSite']);
  expect(await typesOf('/pricing')).toEqual(['SoftwareApplication', 'FAQPage', 'BreadcrumbList']);
  expect(await typesOf('/blog/saas-evolution')).toEqual(['Article', 'BreadcrumbList']);
  const [product, questions] = await things('/pricing');
  const prices = (product!['offers'] as { price: string }[]).map(({ price }) => price);
  expect(prices).toEqual(['0', '49.00', '499.00', '99.00', '999.00']);
  expect(JSON.stringify(questions)).toContain('20% discount');
  for (const path of PUBLIC_PATHS)
    expect(JSON.stringify(await things(path))).not.toMatch(/aggregateRating|ratingValue|"review"/i);
});

test('machines find what they look for: feed, robots, guide for assistants, manifest and icons', async () => {
  const feed = await read('/blog.xml');
  expect(feed.type).toContain('rss');
  expect(feed.text.match(/<item>/g)).toHaveLength(3);
  expect((await read('/robots.txt')).text).toContain(`Sitemap: ${site()}/sitemap.xml`);
  const guide = (await read('/llms.txt')).text;
  for (const path of PUBLIC_PATHS) expect(guide).toContain(`(${site()}${path})`);
  const manifest = JSON.parse((await read('/site.webmanifest')).text) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe('the product');
  for (const { src } of [...manifest.icons, { src: '/favicon.ico' }, { src: '/apple-touch-icon.png' }])
    expect((await read(src)).status, src).toBe(200);
});
