import { lazy, type ComponentType } from 'react';
import { loadChunk } from '../lib/hydration/load-chunk';
import { logError } from '../lib/log';

/** Lazily loads a non-essential part of every page. Renders nothing when loading fails. */
export function lazyComponent<Props>(name: string, load: () => Promise<ComponentType<Props>>) {
  const renderNothing = (error: unknown): ComponentType<Props> => {
    logError(name, error);
    return () => null;
  };
  return lazy(async () => ({ default: await loadChunk(load).catch(renderNothing) }));
}
