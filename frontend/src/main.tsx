import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { loadPage, matchRoute } from './app/pages';
import type { SiteRoute } from './app/routes';
import { restoreFormValues } from './lib/hydration/form-values';
import { HYDRATING_EVENT, HYDRATION_FAILED_EVENT } from './lib/hydration/hydration-state';
import { rememberElements } from './lib/hydration/replay-input';
import { logError } from './lib/log';
import './styles/index.css';

const app = () => (
  <StrictMode>
    <App />
  </StrictMode>
);

/** Hydrates a prerendered page after loading its code; renders any other page. */
async function begin(): Promise<void> {
  const root = document.getElementById('root')!;
  const route = matchRoute(window.location.pathname);
  const isPrerendered = root.firstElementChild && (await isLoaded(route));
  const isUnchanged = document.dispatchEvent(new Event(HYDRATING_EVENT, { cancelable: true }));
  rememberElements(root);
  if (!isPrerendered) createRoot(root).render(app());
  else if (isUnchanged) hydrateRoot(root, app());
  else hydrateSync(root);
  restoreFormValues();
}

/** React would hydrate the content of `Suspense` later; rendering again makes it do so now. */
function hydrateSync(element: HTMLElement): void {
  const root = flushSync(() => hydrateRoot(element, app()));
  flushSync(() => root.render(app()));
}

/** False if a page that needs its code failed to load, so that the error is rendered. Throws for other pages, which stay prerendered. */
async function isLoaded(route: SiteRoute): Promise<boolean> {
  try {
    await loadPage(route);
    return true;
  } catch (error) {
    if (!route.needsScripts) throw error;
    return false;
  }
}

// Not awaited: the page's code imports this chunk and would deadlock.
begin().catch((error: unknown) => {
  logError('page', error);
  document.dispatchEvent(new Event(HYDRATION_FAILED_EVENT));
});
