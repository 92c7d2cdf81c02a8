import { lazy, type ComponentType } from 'react';
import { loadChunk } from '../lib/browser/load-chunk';
import { logFault } from '../lib/log';

/**
 * A part of every page that few readers need, and whose code only they load. Without it a page is poorer; with an error in its place
 * it would be gone.
 */
export function lazyPart<Props>(what: string, load: () => Promise<ComponentType<Props>>) {
  const withoutIt = (fault: unknown): ComponentType<Props> => {
    logFault(what, fault);
    return () => null;
  };
  return lazy(async () => ({ default: await loadChunk(load).catch(withoutIt) }));
}
