import { ROUTES, type SiteRoute } from '../app/routes';

/** A page that everybody may find: finished by the build, and told to search engines. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
  /** Names of the pages that lead here from the home page, this one included; empty for the home page. */
  trail: readonly { name: string; path: string }[];
  /** Stands above the title in the page's image. */
  topic: string;
}

/** Every public page, in the order of the routes: those that have a description. */
export function publicPages(): readonly PublicPage[] {
  return ROUTES.flatMap((route) => (isPublic(route) ? [pageOf(route)] : []));
}

/** Routes whose pages are drawn in the browser only. */
export function drawnRoutes(): readonly SiteRoute[] {
  return ROUTES.filter((route) => !isPublic(route));
}

function isPublic(route: SiteRoute): route is SiteRoute & { description: string } {
  return route.description !== undefined;
}

function pageOf({ path, title, description }: SiteRoute & { description: string }): PublicPage {
  return {
    path,
    title,
    description,
    trail: path === '/' ? [] : [{ name: title, path }],
    topic: 'Subscriptions, on one statement',
  };
}
