import { saveFormValues } from './form-values';
import { reloadOnce } from './reload-once';

/**
 * Loads a part of the site. After a deployment an open old page may ask for a file that is gone: then the page reloads itself,
 * once, keeping what was typed, and the promise stays pending meanwhile. Rejects where a reload would lose something (a typed
 * password is never written down), or has not helped.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!saveFormValues() || !reloadOnce()) throw error;
    return new Promise<T>(() => {});
  }
}
