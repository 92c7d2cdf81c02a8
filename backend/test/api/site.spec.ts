import { rmSync } from 'node:fs';
import request from 'supertest';
import { eventually } from '../support/eventually.js';
import { createSiteBuild } from '../support/site-build.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

const NAME = `Tom & "Co" </script><b>`;

describe('the site', () => {
  const folder = createSiteBuild();
  const product = useFixture(startTestProduct, {
    SITE_FOLDER: folder,
    PRODUCT_NAME: NAME,
    SUPPORT_EMAIL: 'help@example.com',
    COMPANY_NAME: 'Example & Sons Inc.',
    SITE_URL: 'https://site.example.com',
    AUTH_SEND_INTERVAL_SECONDS: '90',
    AUTH_MFA_WEBAUTHN: 'on',
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const get = (path: string) => request(product.url).get(path);

  it("inserts the installation's settings into a page, escaped", async () => {
    const { text } = await get('/').expect(200).expect('Content-Type', 'text/html; charset=utf-8');
    expect(text).toContain('<title>Tom &amp; &quot;Co&quot; &lt;/script&gt;&lt;b&gt;</title>');
    expect(text).toContain('href="mailto:help@example.com"');
    const [, json] = /<script type="application\/json" id="site-config">(.*?)<\/script>/.exec(text)!;
    expect(JSON.parse(json!)).toMatchObject({
      productName: NAME,
      supportEmail: 'help@example.com',
      company: 'Example & Sons Inc.',
      companyAddress: 'an address available on request',
      accounts: {
        passwordMinLength: 6,
        passwordCharacters: 'none',
        sendIntervalSeconds: 90,
        secondFactors: ['totp', 'webauthn'],
        webauthnRpId: 'site.example.com',
      },
    });
    expect((await get('/terms').expect(200)).text).toContain('between you and Example &amp; Sons Inc.,');
    expect(text).not.toMatch(/\{\{|<!--/);
    expect((await get('/robots.txt').expect(200)).text).toBe('Sitemap: https://site.example.com/sitemap.xml');
  });

  it('allows only the scripts in its pages, by hash', async () => {
    const policy = (await get('/')).get('Content-Security-Policy')!;
    expect(policy.match(/'sha256-/g)).toHaveLength(1);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('serves %s in the smallest accepted encoding', async (accepted, sent) => {
    const response = await get('/')
      .set('Accept-Encoding', accepted)
      .buffer(true)
      .parse((incoming, done) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => done(null, Buffer.concat(chunks)));
      });
    expect(response.get('Content-Encoding')).toBe(sent);
    expect(response.get('Vary')).toBe('Accept-Encoding');
    expect(Number(response.get('Content-Length')) < 700).toBe(sent !== undefined);
  });

  it('returns 304 for a matching ETag, also when a proxy weakened or listed it', async () => {
    const etag = (await get('/').expect('Cache-Control', 'no-cache')).get('ETag')!;
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const response = await get('/').set('If-None-Match', known).expect(304);
      expect(response.text).toBe('');
    }
    await get('/').set('If-None-Match', '"other"').expect(200);
  });

  it('responds to HEAD without a body, and rejects POST', async () => {
    const head = await request(product.url).head('/').expect(200);
    expect(Number(head.get('Content-Length'))).toBeGreaterThan(100);
    expect((await request(product.url).post('/').expect(405)).get('Allow')).toBe('GET, HEAD');
  });

  it('serves private pages as client-rendered routes', async () => {
    for (const path of ['/auth', '/admin', '/admin/emails/1']) expect((await get(path)).status).toBe(200);
  });

  it('returns 404 with the matching page, without caching', async () => {
    const article = await get('/blog/nothing').expect(404).expect('Cache-Control', 'no-store');
    expect(article.text).toContain('Article Not Found');
    for (const path of [
      '/blog',
      '/nothing',
      '/.site.json',
      '/.templates/home.html',
      '/%2Etemplates/home.html',
    ]) {
      expect((await get(path).expect(404)).text).toContain('Oops! Page not found');
    }
    await get('/assets/gone-123.js').expect(404).expect('Content-Type', 'text/plain');
  });

  it('redirects a trailing slash, including the query', async () => {
    expect((await get('/terms/?a=1').expect(308)).get('Location')).toBe('/terms?a=1');
  });

  it('caches hashed files for a year', async () => {
    await get('/assets/page-abc.js')
      .expect(200)
      .expect('Cache-Control', 'public, max-age=31536000, immutable');
    const icon = await get('/favicon.ico').expect(200);
    expect(icon.get('Content-Type')).toBe('image/x-icon');
  });

  it('sends security headers with every response', async () => {
    for (const path of [
      '/',
      '/nothing',
      '/assets/page-abc.js',
      '/assets/none.js',
      '/terms/',
      '/api/health/live',
    ])
      expect((await get(path)).get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('shows the current date', async () => {
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const before = product.clock.now();
    expect((await get('/terms')).text).toContain(`>${day.format(before)}</time>`);
    product.clock.advance(24 * 3600);
    await eventually(async () => {
      expect((await get('/terms')).text).toContain(`>${day.format(product.clock.now())}</time>`);
    });
  });

  it('does not ask for consent when there is nothing to consent to', async () => {
    expect((await get('/')).text).not.toContain('May we?');
  });
});

describe('the site with an analytics service', () => {
  const folder = createSiteBuild();
  const product = useFixture(startTestProduct, {
    SITE_FOLDER: folder,
    ANALYTICS_URL: 'https://count.example.com/s.js',
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('asks for consent on every page, and allows only that service', async () => {
    for (const path of ['/', '/auth', '/nothing']) {
      const { text } = await request(product.url).get(path);
      expect(text).toContain('May we?');
      expect(text).toContain('"analyticsUrl":"https://count.example.com/s.js"');
      expect(text).not.toContain('src="https://count.example.com');
    }
    const policy = (await request(product.url).get('/')).get('Content-Security-Policy')!;
    expect(policy).toContain('https://count.example.com');
    expect(policy.match(/'sha256-/g)).toHaveLength(2);
  });
});
