import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Route, Routes, useLocation } from 'react-router-dom';
import { fadeToNextPage } from '../lib/browser/page-transition';
import { saveScroll } from '../lib/browser/scroll-restoration';
import { Loading } from '../ui/loading';
import { ChunkBoundary } from './chunk-boundary';
import { loadPage, NOT_FOUND, pageOf, routeOf } from './pages';
import { RoutePage } from './route-page';
import { ROUTES, type SiteRoute } from './routes';

/** Shows the page for the present address; each page's code is loaded when it is first asked for. */
export function SiteRouter() {
  const location = useLoadedLocation();
  return (
    <ChunkBoundary resetKey={location.pathname}>
      <Suspense fallback={<Loading label="Loading..." className="min-h-[70vh]" />}>
        <Routes location={location}>
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

/** The present location, or the last one while the page of the present one is still being loaded. */
function useLoadedLocation() {
  const location = useLocation();
  const [shown, setShown] = useState(location);
  const samePage = location.pathname === shown.pathname;
  useEffect(() => {
    if (samePage) return undefined;
    let active = true;
    const show = () => {
      if (!active) return;
      saveScroll();
      fadeToNextPage(() => flushSync(() => setShown(location)));
    };
    // A page that could not be loaded is shown, too: as the sentence that says so.
    void loadPage(routeOf(location.pathname)).then(show, show);
    return () => {
      active = false;
    };
  }, [samePage, location]);
  return samePage ? location : shown;
}

/** One page. Which component shows it is settled when it is mounted: changing it later would lose what was typed. */
function RoutedPage({ route }: { route: SiteRoute }) {
  const [Page] = useState(() => pageOf(route));
  return (
    <RoutePage title={route.title}>
      <Page />
    </RoutePage>
  );
}
