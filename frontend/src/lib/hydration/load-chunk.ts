import { reloadOnce } from './reload-once';

/** In Chromium, Firefox and Safari, which all reject with a TypeError. */
const NOT_LOADED = /dynamically imported module|importing a module script failed/i;

/** Code of a page that could not be downloaded. */
export class ChunkLoadError extends Error {}

/**
 * Loads a chunk. When it is gone after a deployment, the page reloads once, keeping form values, and the promise stays pending. Rejects
 * with a `ChunkLoadError` when a reload would lose a typed password or the server doesn't respond, or when a reload has not helped.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!NOT_LOADED.test(String(error))) throw error;
    if (!(await reloadOnce())) throw new ChunkLoadError(String(error), { cause: error });
    return new Promise<T>(() => {});
  }
}
