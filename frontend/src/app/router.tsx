import { Suspense, useState, ViewTransition } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Waiting } from '../ui/waiting';
import { ChunkBoundary } from './chunk-boundary';
import { NOT_FOUND, pageOf } from './pages';
import { RoutePage } from './route-page';
import { ROUTES, type SiteRoute } from './routes';

/** Shows the page for the present address; each page's code is loaded when it is first asked for. */
export function SiteRouter() {
  const { pathname } = useLocation();
  return (
    <ChunkBoundary resetKey={pathname}>
      <Suspense fallback={<Waiting label="Loading..." className="min-h-[70vh]" />}>
        <Routes>
          {[...ROUTES, NOT_FOUND].map((route) => (
            <Route
              key={route.path}
              path={route.path}
              element={<RoutedPage key={route.path} route={route} />}
            />
          ))}
        </Routes>
      </Suspense>
    </ChunkBoundary>
  );
}

/** One page. Which component shows it is settled when it is mounted: changing it later would lose what was typed. */
function RoutedPage({ route }: { route: SiteRoute }) {
  const [Page] = useState(() => pageOf(route));
  return (
    <RoutePage title={route.title}>
      <ViewTransition>
        <div>
          <Page />
        </div>
      </ViewTransition>
    </RoutePage>
  );
}
