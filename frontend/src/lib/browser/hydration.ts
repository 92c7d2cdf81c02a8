import { replayInput } from './replay-input';

/** Told to the document once the page answers by itself; what was pressed before is then pressed anew. */
export const HYDRATED_EVENT = 'hydrated';

/** Told to the document when the page's own code could not be had: it stays as it came, and its links still work. */
export const HYDRATION_FAILED_EVENT = 'hydration-failed';

let hydrated = false;

/** Whether the page answers by itself. */
export function isHydrated(): boolean {
  return hydrated;
}

/** Says, once, that the page answers by itself. */
export function markHydrated(): void {
  if (hydrated) return;
  hydrated = true;
  replayInput();
  // What was entered has to be drawn before a press that counts on it.
  setTimeout(() => document.dispatchEvent(new Event(HYDRATED_EVENT)));
}
