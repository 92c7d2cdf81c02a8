let requested = false;
const listeners = new Set<() => void>();

/** Signals that there is a toast to show. */
export function requestToasts(): void {
  if (requested) return;
  requested = true;
  for (const listener of listeners) listener();
}

/**
 * Calls the listener when the first toast is shown, or immediately if it already was. Returns a cleanup
 * function.
 */
export function onFirstToast(listener: () => void): () => void {
  if (requested) listener();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
