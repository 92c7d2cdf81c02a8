import {
  CONFIG_PLACEHOLDER,
  CONSENT_PLACEHOLDER,
  placeholder,
  type SiteManifest,
} from '@subscription-site/shared/templates';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = (body: string) =>
  `<!doctype html><title>${placeholder('productName')}</title><script>boot()</script>${CONFIG_PLACEHOLDER}<body>${CONSENT_PLACEHOLDER}<div id="root">${body}</div>`;

const MANIFEST: SiteManifest = {
  pages: { '/': 'home.html', '/terms': 'terms.html' },
  clientRendered: { '/auth': 'client-rendered.html', '/admin/*': 'client-rendered.html' },
  queries: {},
  missing: { '/blog/:id': 'no-article.html' },
  notFound: '404.html',
  textFiles: { '/robots.txt': { template: 'robots.txt', contentType: 'text/plain; charset=utf-8' } },
  consent: 'consent.html',
};

const TEMPLATES = {
  'home.html': page(
    `<a href="mailto:${placeholder('supportEmail')}" title="${placeholder('productName')}">Home</a>${'words '.repeat(200)}`,
  ),
  'terms.html': page(
    `<time datetime="${placeholder('todayIso')}">${placeholder('today')}</time> between you and ${placeholder('company')}, ${placeholder('companyAddress')}`,
  ),
  'client-rendered.html': page(''),
  'no-article.html': page('Article Not Found'),
  '404.html': page('Oops! Page not found'),
  'robots.txt': `Sitemap: ${placeholder('siteUrl', 'text')}/sitemap.xml`,
  'consent.html': '<script>ask()</script><section class="consent">May we?</section>',
};

/** Writes a small site build to a temporary folder. */
export function createSiteBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-site-'));
  mkdirSync(join(folder, '.templates'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, '.site.json'), JSON.stringify(MANIFEST));
  for (const [name, text] of Object.entries(TEMPLATES)) writeFileSync(join(folder, '.templates', name), text);
  writeFileSync(join(folder, 'assets', 'page-abc.js'), 'export {}');
  writeFileSync(join(folder, 'favicon.ico'), 'icon');
  return folder;
}
