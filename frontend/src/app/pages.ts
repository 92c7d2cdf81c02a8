import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { loadChunk } from '../lib/hydration/load-chunk';
import { ROUTES, type SiteRoute } from './routes';

type Load = SiteRoute['load'];

/** The route for unknown paths. */
export const NOT_FOUND: SiteRoute = {
  path: '*',
  title: 'Page not found',
  missing: true,
  load: () => import('./not-found-page'),
};

const loaded = new Map<Load, ComponentType>();
const loading = new Map<Load, Promise<ComponentType>>();
const lazyPages = new Map<Load, ComponentType>();

/**
 * The page component of a route. Loaded code renders without suspending, so that hydration matches the
 * prerendered page.
 */
export function getPage(route: SiteRoute): ComponentType {
  return loaded.get(route.load) ?? lazyPage(route);
}

function lazyPage(route: SiteRoute): ComponentType {
  const page = lazyPages.get(route.load) ?? lazy(() => loadPage(route).then((Page) => ({ default: Page })));
  lazyPages.set(route.load, page);
  return page;
}

/** Loads a page's code once. A failed load can be retried. */
export function loadPage({ load }: SiteRoute): Promise<ComponentType> {
  const known = loading.get(load);
  if (known) return known;
  const page = loadChunk(load).then(({ Page }) => {
    loaded.set(load, Page);
    return Page;
  });
  page.catch(() => loading.delete(load));
  loading.set(load, page);
  return page;
}

/**
 * Lets failed pages load again. Call after showing the error: React renders again when a load fails, so retrying before that would
 * loop.
 */
export function clearFailedPages(): void {
  lazyPages.clear();
}

/** The route the router will choose for a path. */
export function matchRoute(pathname: string): SiteRoute {
  return ROUTES.find(({ path }) => matchPath(path, pathname)) ?? NOT_FOUND;
}

/** Prefetches a page's code. Errors are reported when the page is opened. */
export function prefetchPage(pathname: string): void {
  void matchRoute(pathname)
    .load()
    .catch(() => undefined);
}
