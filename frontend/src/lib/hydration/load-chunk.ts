import { saveFormValues } from './form-values';
import { reloadOnce } from './reload-once';

/**
 * Loads a chunk. When it is gone after a deployment, the page reloads once, keeping form values, and the
 * promise stays pending. Rejects when a reload would lose a typed password or has not helped.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!saveFormValues() || !reloadOnce()) throw error;
    return new Promise<T>(() => {});
  }
}
