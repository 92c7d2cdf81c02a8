import { BILLING_INTERVALS, PAID_PLANS } from '@subscription-site/shared/plans';
import { ROUTES, type SiteRoute } from '../app/routes';
import { ARTICLES, type ArticleEntry } from '../content/articles/catalog';
import { checkoutPath } from '../lib/checkout-path';
import { PAGE_DESCRIPTIONS } from '../content/page-descriptions';

const TOPIC = 'Subscriptions, on one statement';
const ARTICLE_FOLDER = '/blog';
const HIGHLIGHTED: Record<string, string> = { '/': 'Small Teams' };
const BLOG = { name: 'Blog', path: '/blogs' };

/** A public page: prerendered and listed in the sitemap. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
  /** Breadcrumbs including this page; empty for the home page. */
  trail: readonly { name: string; path: string }[];
  /** Shown above the title in the page's social image. */
  topic: string;
  /** The part of the title that is highlighted there; the first line by default. */
  marked?: string;
  article?: ArticleEntry;
}

/** Public pages in route order: those with a description. */
export function publicPages(): readonly PublicPage[] {
  return ROUTES.flatMap((route) => toPublicPage(route) ?? []);
}

/** Routes that are rendered on the client only. */
export function clientRoutes(): readonly SiteRoute[] {
  return ROUTES.filter((route) => !toPublicPage(route) && !route.missing);
}

/** Paths and queries of the checkout, as the site links to them. */
export function checkoutPaths(): readonly string[] {
  return PAID_PLANS.flatMap((plan) => BILLING_INTERVALS.map((interval) => checkoutPath(plan, interval)));
}

/** Patterns for pages that do not exist, more specific than the 404 page. */
export function missingRoutes(): readonly SiteRoute[] {
  return ROUTES.filter((route) => route.missing);
}

function toPublicPage({ path, title }: SiteRoute): PublicPage | undefined {
  const article = ARTICLES.find(({ id }) => path === `${ARTICLE_FOLDER}/${id}`);
  const description = article?.description ?? PAGE_DESCRIPTIONS[path];
  if (!description) return undefined;
  const self = { name: title, path };
  return {
    path,
    title,
    description,
    article,
    trail: path === '/' ? [] : article ? [BLOG, self] : [self],
    topic: article?.category ?? TOPIC,
    marked: HIGHLIGHTED[path],
  };
}

/** Path of the page's social image. */
export function imagePath(path: string): string {
  return `/social/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
}
