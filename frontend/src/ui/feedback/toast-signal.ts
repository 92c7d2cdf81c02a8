let requested = false;
const listeners = new Set<() => void>();

/** Loads the code of toasts. Forms do so early, because the first toast may report that the connection is lost. */
export function loadToasts(): void {
  if (requested) return;
  requested = true;
  for (const listener of listeners) listener();
}

/** Call when loading failed; the next toast tries again. */
export function resetToasts(): void {
  requested = false;
}

/**
 * Calls the listener when toasts are requested, or immediately if they already were. Returns a cleanup
 * function.
 */
export function onToastsRequested(listener: () => void): () => void {
  if (requested) listener();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
