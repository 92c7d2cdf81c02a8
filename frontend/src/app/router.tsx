import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { loadChunk } from '../lib/browser/load-chunk';
import { Waiting } from '../ui/waiting';
import { ChunkBoundary } from './chunk-boundary';
import { RoutePage } from './route-page';
import { ROUTES, type SiteRoute } from './routes';

const PAGES = ROUTES.map((route) => ({ ...route, Page: lazyPage(route) }));
const NotFoundPage = lazyPage({ load: () => import('./not-found-page') });

function lazyPage({ load }: Pick<SiteRoute, 'load'>) {
  return lazy(async () => ({ default: (await loadChunk(load)).Page }));
}

/** Shows the page for the present address; each page's code is loaded when it is first asked for. */
export function SiteRouter() {
  const { pathname } = useLocation();
  return (
    <ChunkBoundary resetKey={pathname}>
      <Suspense fallback={<Waiting label="Loading..." className="min-h-[70vh]" />}>
        <Routes>
          {PAGES.map(({ path, title, Page }) => (
            <Route
              key={path}
              path={path}
              element={
                <RoutePage key={path} title={title}>
                  <Page />
                </RoutePage>
              }
            />
          ))}
          <Route
            path="*"
            element={
              <RoutePage title="Page not found">
                <NotFoundPage />
              </RoutePage>
            }
          />
        </Routes>
      </Suspense>
    </ChunkBoundary>
  );
}
