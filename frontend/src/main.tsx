import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { loadPage, routeOf } from './app/pages';
import { restoreFormValues } from './lib/hydration/form-values';
import { HYDRATION_FAILED_EVENT } from './lib/hydration/hydration-state';
import { logError } from './lib/log';
import './styles/index.css';

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** Hydrates a prerendered page after loading its code; renders any other page. */
async function begin(): Promise<void> {
  const root = document.getElementById('root')!;
  if (root.firstElementChild) {
    await loadPage(routeOf(window.location.pathname));
    hydrateRoot(root, app);
  } else {
    createRoot(root).render(app);
  }
  restoreFormValues();
}

// Not awaited: the page's code imports this chunk and would deadlock.
begin().catch((error: unknown) => {
  logError('page', error);
  document.dispatchEvent(new Event(HYDRATION_FAILED_EVENT));
});
