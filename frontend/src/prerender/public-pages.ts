import { ROUTES, type SiteRoute } from '../app/routes';
import { ARTICLES, type ArticleEntry } from '../content/articles/catalog';

const TOPIC = 'Subscriptions, on one statement';
const ARTICLE_FOLDER = '/blog';
const BLOG = { name: 'Blog', path: '/blogs' };

/** A page that everybody may find: finished by the build, and told to search engines. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
  /** Names of the pages that lead here from the home page, this one included; empty for the home page. */
  trail: readonly { name: string; path: string }[];
  /** Stands above the title in the page's image. */
  topic: string;
  article?: ArticleEntry;
}

/** Every public page, in the order of the routes: those that have a description. */
export function publicPages(): readonly PublicPage[] {
  return ROUTES.flatMap((route) => (isPublic(route) ? [pageOf(route)] : []));
}

/** Routes whose pages are drawn in the browser only. */
export function clientRoutes(): readonly SiteRoute[] {
  return ROUTES.filter((route) => !isPublic(route) && !route.missing);
}

/** Routes that stand for what does not exist, more closely than the page for every other path. */
export function missingRoutes(): readonly SiteRoute[] {
  return ROUTES.filter((route) => route.missing);
}

function isPublic(route: SiteRoute): route is SiteRoute & { description: string } {
  return route.description !== undefined;
}

function pageOf({ path, title, description }: SiteRoute & { description: string }): PublicPage {
  const article = ARTICLES.find(({ id }) => path === `${ARTICLE_FOLDER}/${id}`);
  const self = { name: title, path };
  return {
    path,
    title,
    description,
    article,
    trail: path === '/' ? [] : article ? [BLOG, self] : [self],
    topic: article?.category ?? TOPIC,
  };
}

/** Address of the page's image, which the build draws. */
export function imagePath(path: string): string {
  return `/social/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
}
