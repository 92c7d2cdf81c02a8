import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { loadChunk } from '../lib/browser/load-chunk';
import { ROUTES, type SiteRoute } from './routes';

type Load = SiteRoute['load'];

/** What is shown for a path that is no page of ours. */
export const NOT_FOUND: SiteRoute = {
  path: '*',
  title: 'Page not found',
  missing: true,
  load: () => import('./not-found-page'),
};

const loaded = new Map<Load, ComponentType>();
const loading = new Map<Load, Promise<ComponentType>>();
const lazyPages = new Map<Load, ComponentType>();

/** A route's page. Code that is there already is shown without waiting, so that a finished page wakes as it stands. */
export function pageOf(route: SiteRoute): ComponentType {
  return loaded.get(route.load) ?? lazyPage(route);
}

function lazyPage(route: SiteRoute): ComponentType {
  const page = lazyPages.get(route.load) ?? lazy(() => loadPage(route).then((Page) => ({ default: Page })));
  lazyPages.set(route.load, page);
  return page;
}

/** Loads a page's code once. After a failure the next call tries anew. */
export function loadPage({ load }: SiteRoute): Promise<ComponentType> {
  const known = loading.get(load);
  if (known) return known;
  const page = loadChunk(load).then(({ Page }) => {
    loaded.set(load, Page);
    return Page;
  });
  page.catch(() => {
    loading.delete(load);
    lazyPages.delete(load);
  });
  loading.set(load, page);
  return page;
}

/** The route of a path, as the router will choose it. */
export function routeOf(pathname: string): SiteRoute {
  return ROUTES.find(({ path }) => matchPath(path, pathname)) ?? NOT_FOUND;
}

/** Fetches a page's code before it is asked for. That it could not be had is told when it is. */
export function prefetchPage(pathname: string): void {
  void routeOf(pathname)
    .load()
    .catch(() => undefined);
}
