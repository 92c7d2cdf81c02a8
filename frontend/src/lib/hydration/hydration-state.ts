import { currentElement, replayInput } from './replay-input';

/** Dispatched on the document before hydration. Canceled if hydration must be synchronous. */
export const HYDRATING_EVENT = 'hydrating';

/** Dispatched on the document after hydration, with a `FindCurrent` as its detail. Clicks from before are then replayed. */
export const HYDRATED_EVENT = 'hydrated';

/**
 * Dispatched on the document when the page's code failed to load. The page stays static; links still work.
 */
export const HYDRATION_FAILED_EVENT = 'hydration-failed';

let hydrated = false;

export function isHydrated(): boolean {
  return hydrated;
}

/** Marks the page as hydrated, once. */
export function markHydrated(): void {
  if (hydrated) return;
  hydrated = true;
  replayInput();
  // React has to render replayed input before replayed clicks depend on it.
  setTimeout(() => document.dispatchEvent(new CustomEvent(HYDRATED_EVENT, { detail: currentElement })));
}
