import { escapeHtml, placeholder } from '@subscription-site/shared/templates';
import { CATALOG, PAID_PLANS } from '@subscription-site/shared/plans';
import { FREE_LIMITS, TRIAL_DAYS } from '@subscription-site/shared/trial';
import { formatCents } from '@subscription-site/shared/money';
import type { PublicPage } from './public-pages';

/** A generated file with placeholders. */
export interface SiteText {
  path: string;
  contentType: string;
  text: string;
}

export const FEED_PATH = '/blog.xml';

const SITE = placeholder('siteUrl');
const PLAIN_SITE = placeholder('siteUrl', 'text');

/** Files for search engines, feed readers, AI assistants, and installable sites. */
export function siteTexts(pages: readonly PublicPage[]): readonly SiteText[] {
  return [
    { path: '/sitemap.xml', contentType: 'application/xml; charset=utf-8', text: sitemap(pages) },
    { path: FEED_PATH, contentType: 'application/rss+xml; charset=utf-8', text: feed(pages) },
    { path: '/robots.txt', contentType: 'text/plain; charset=utf-8', text: robots() },
    { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', text: llmsText(pages) },
    {
      path: '/site.webmanifest',
      contentType: 'application/manifest+json; charset=utf-8',
      text: webManifest(),
    },
  ];
}

function sitemap(pages: readonly PublicPage[]): string {
  const urls = pages.map(
    ({ path, article }) => `  <url><loc>${SITE}${escapeHtml(path)}</loc>${lastModified(article)}</url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** Only articles have a last-modified date. */
function lastModified(article: PublicPage['article']): string {
  return article ? `<lastmod>${article.date}</lastmod>` : '';
}

function feed(pages: readonly PublicPage[]): string {
  const items = pages.flatMap(({ path, title, article }) =>
    article
      ? [
          '    <item>',
          `      <title>${escapeHtml(title)}</title>`,
          `      <link>${SITE}${path}</link>`,
          `      <guid isPermaLink="true">${SITE}${path}</guid>`,
          `      <pubDate>${new Date(article.date).toUTCString()}</pubDate>`,
          `      <category>${escapeHtml(article.category)}</category>`,
          `      <dc:creator>${escapeHtml(article.author)}</dc:creator>`,
          `      <description>${escapeHtml(article.description)}</description>`,
          '    </item>',
        ]
      : [],
  );
  const blog = pages.find(({ path }) => path === '/blogs');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '  <channel>',
    `    <title>${placeholder('productName')}: Blog</title>`,
    `    <link>${SITE}/blogs</link>`,
    `    <description>${escapeHtml(blog?.description ?? '')}</description>`,
    '    <language>en</language>',
    `    <atom:link href="${SITE}${FEED_PATH}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '  </channel>',
    '</rss>',
    '',
  ].join('\n');
}

function robots(): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /admin',
    '',
    `Sitemap: ${PLAIN_SITE}/sitemap.xml`,
    '',
  ].join('\n');
}

function llmsText(pages: readonly PublicPage[]): string {
  const name = placeholder('productName', 'text');
  const plans = PAID_PLANS.map((plan) => {
    const { name: planName, amountCents, features } = CATALOG[plan];
    const { month, year } = amountCents;
    return `- ${planName}: ${formatCents(month)} per month or ${formatCents(year)} per year. ${features.join(', ')}.`;
  });
  return [
    `# ${name}`,
    '',
    `> Subscription management for small teams, startups and small businesses: every software subscription on one statement, with cost control, renewal alerts, usage and spend dashboards.`,
    '',
    '## Plans',
    '',
    `- Free: ${TRIAL_DAYS}-day trial, ${FREE_LIMITS.users} user, up to ${FREE_LIMITS.trackedSubscriptions} tracked subscriptions, no card.`,
    ...plans,
    '',
    '## Pages',
    '',
    ...pages.map(({ path, title, description }) => `- [${title}](${PLAIN_SITE}${path}): ${description}`),
    '',
    '## Contact',
    '',
    `- [${placeholder('supportEmail', 'text')}](mailto:${placeholder('supportEmail', 'text')})`,
    '',
  ].join('\n');
}

function webManifest(): string {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: placeholder('productName', 'json'),
    short_name: placeholder('productName', 'json'),
    start_url: '/',
    display: 'browser',
    background_color: '#fafaf7',
    theme_color: '#fafaf7',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  });
}
