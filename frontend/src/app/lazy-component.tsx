import { lazy, type ComponentType } from 'react';
import { loadChunk } from '../lib/browser/load-chunk';
import { logError } from '../lib/log';

/**
 * A part of every page that few readers need, and whose code only they load. Without it a page is poorer; with an error in its place
 * it would be gone.
 */
export function lazyComponent<Props>(name: string, load: () => Promise<ComponentType<Props>>) {
  const renderNothing = (error: unknown): ComponentType<Props> => {
    logError(name, error);
    return () => null;
  };
  return lazy(async () => ({ default: await loadChunk(load).catch(renderNothing) }));
}
