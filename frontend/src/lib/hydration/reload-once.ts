const STORAGE_KEY = 'reloaded-for-chunk';
const ONCE_PER_MS = 60_000;

/**
 * Reloads the page after a missing chunk, at most once a minute and never while offline. Returns whether it
 * reloads.
 */
export function reloadOnce(): boolean {
  if (!mayReload()) return false;
  window.location.reload();
  return true;
}

function mayReload(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(STORAGE_KEY) ?? 0);
    if (Date.now() - last < ONCE_PER_MS || !navigator.onLine) return false;
    window.sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
