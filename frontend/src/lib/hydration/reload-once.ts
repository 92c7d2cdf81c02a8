import { saveFormValues } from './form-values';

const STORAGE_KEY = 'reloaded-for-chunk';
const ONCE_PER_MS = 60_000;

/**
 * Reloads the page after a missing chunk, keeping form values. Returns false if it doesn't reload: because it did less than a minute
 * ago, a typed password would be lost, or the server doesn't respond and the browser would show an error page.
 */
export async function reloadOnce(): Promise<boolean> {
  if (!(await isReachable()) || !saveFormValues() || !mayReload()) return false;
  window.location.reload();
  return true;
}

/** A proxy responds with 502 to 504 while the server is down. */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}

function mayReload(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(STORAGE_KEY) ?? 0);
    if (Date.now() - last < ONCE_PER_MS) return false;
    window.sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
