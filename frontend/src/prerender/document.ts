import {
  CONFIG_PLACEHOLDER,
  CONSENT_PLACEHOLDER,
  escapeHtml,
  jsonForScript,
  placeholder,
} from '@subscription-site/shared/templates';
import { imagePath, type PublicPage } from './public-pages';
import { FEED_PATH } from './site-texts';
import { structuredData } from './structured-data';

/** The parts of the client build that every document needs. */
export interface ClientBuild {
  /** Entry module. */
  entry: string;
  /** Modules `entry` imports. */
  entryChunks: readonly string[];
  css: string;
  /** URL of the font. */
  font: string;
  /** The inline boot script. */
  boot: string;
}

interface Head {
  title: string;
  description?: string;
  /** Keeps the page out of search engines. */
  noindex?: boolean;
  extraTags?: string;
}

/** A prerendered page that loads `chunks` and the entry on the first interaction. */
export function prerenderedDocument(
  page: PublicPage,
  body: string,
  chunks: readonly string[],
  client: ClientBuild,
): string {
  return document({ ...page, extraTags: metaTags(page) }, body, bootScript(client, chunks), client);
}

/** A prerendered page for unknown URLs. */
export function notFoundDocument(
  title: string,
  body: string,
  chunks: readonly string[],
  client: ClientBuild,
): string {
  return document({ title, noindex: true }, body, bootScript(client, chunks), client);
}

/**
 * A client-rendered page that loads its code immediately, with its first screen if that is prerendered, or else with `noscript`, which is
 * shown when JavaScript is off.
 */
export function clientDocument(
  title: string,
  client: ClientBuild,
  { body = '', chunks = [], noscript = '' }: { body?: string; chunks?: readonly string[]; noscript?: string },
): string {
  const modules = [
    ...new Set([...client.entryChunks, ...chunks].map((href) => `<link rel="modulepreload" href="${href}">`)),
    `<script type="module" src="${client.entry}"></script>`,
  ];
  return document(
    { title, noindex: true },
    body,
    `<script>${client.boot}</script>${modules.join('')}`,
    client,
    noscript && `<noscript>${noscript}</noscript>`,
  );
}

function bootScript({ entry, entryChunks, boot }: ClientBuild, chunks: readonly string[]): string {
  return `<script data-entry="${entry}" data-chunks="${[...new Set([...entryChunks, ...chunks])].join(' ')}">${boot}</script>`;
}

function document(head: Head, body: string, scripts: string, { css, font }: ClientBuild, after = ''): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${fullTitle(head.title)}</title>`,
    head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : '',
    head.noindex ? '<meta name="robots" content="noindex">' : '',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#fafaf7" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#121417" media="(prefers-color-scheme: dark)">',
    `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    `<style>${css}</style>`,
    scripts,
    CONFIG_PLACEHOLDER,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
    head.extraTags ?? '',
    `</head><body>${CONSENT_PLACEHOLDER}<div id="root">${body}</div>${after}</body></html>`,
  ].join('');
}

function fullTitle(title: string): string {
  return `${escapeHtml(title)} · ${placeholder('productName')}`;
}

/** Metadata for link previews and search engines. */
function metaTags(page: PublicPage): string {
  const site = placeholder('siteUrl');
  const url = site + page.path;
  const properties = {
    'og:type': page.article ? 'article' : 'website',
    'og:site_name': placeholder('productName'),
    'og:title': escapeHtml(page.title),
    'og:description': escapeHtml(page.description),
    'og:url': url,
    'og:image': site + imagePath(page.path),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': escapeHtml(`${page.topic}: ${page.title}`),
    ...(page.article ? { 'article:published_time': page.article.date } : {}),
  };
  return [
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" type="application/rss+xml" title="Blog" href="${FEED_PATH}">`,
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${content}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    ...structuredData(page).map(
      (data) => `<script type="application/ld+json">${jsonForScript(data)}</script>`,
    ),
  ].join('');
}
