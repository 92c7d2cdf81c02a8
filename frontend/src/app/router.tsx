import { Fragment, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Route, Routes, useLocation } from 'react-router-dom';
import { fadeToNextPage } from '../lib/browser/page-transition';
import { saveScroll } from '../lib/browser/scroll-restoration';
import { Loading } from '../ui/feedback/loading';
import { ChunkBoundary } from './chunk-boundary';
import { SiteLayout } from './layout/site-layout';
import { loadPage, NOT_FOUND, getPage, matchRoute } from './pages';
import { RoutePage } from './route-page';
import { ROUTES, type SiteRoute } from './routes';

/** Renders the page for the current location, in its layout. Page code is loaded on demand. */
export function SiteRouter() {
  const location = useLoadedLocation();
  const { hasOwnLayout } = matchRoute(location.pathname);
  const page = (
    <ChunkBoundary resetKey={location.pathname} ErrorLayout={hasOwnLayout ? SiteLayout : Fragment}>
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
  return hasOwnLayout ? page : <SiteLayout>{page}</SiteLayout>;
}

/** The current location, or the previous one while the new page is loading. */
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
    // A page that failed to load is shown as an error message.
    void loadPage(matchRoute(location.pathname)).then(show, show);
    return () => {
      active = false;
    };
  }, [samePage, location]);
  return samePage ? location : shown;
}

/** Keeps the same component for as long as it is mounted: swapping it would lose form input. */
function RoutedPage({ route }: { route: SiteRoute }) {
  const [Page] = useState(() => getPage(route));
  return (
    <RoutePage title={route.title}>
      <Page />
    </RoutePage>
  );
}
