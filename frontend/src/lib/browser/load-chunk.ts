const MARK = 'reloaded-for-chunk';
const ONCE_PER_MS = 60_000;

/**
 * Loads a part of the site. After a deployment an open old page may ask for a file that is gone: then the page reloads itself,
 * once, and the promise stays pending meanwhile; a second failure within a minute rejects.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (fault) {
    if (!mayReload()) throw fault;
    window.location.reload();
    return new Promise<T>(() => {});
  }
}

function mayReload(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(MARK) ?? 0);
    if (Date.now() - last < ONCE_PER_MS) return false;
    window.sessionStorage.setItem(MARK, String(Date.now()));
    return navigator.onLine;
  } catch {
    return false;
  }
}
