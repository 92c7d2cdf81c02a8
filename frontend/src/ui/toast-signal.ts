let requested = false;
const listeners = new Set<() => void>();

/** Says that there is a toast to show, from now on. */
export function requestToasts(): void {
  if (requested) return;
  requested = true;
  for (const listener of listeners) listener();
}

/** Hears when the first toast is there, also afterwards. Returns how to stop. */
export function onFirstToast(listener: () => void): () => void {
  if (requested) listener();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
