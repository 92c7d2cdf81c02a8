import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/**
 * Whether this is a browser's own drawing: false while a page is rendered beforehand, and in the first drawing with which it
 * wakes, which must be the same.
 */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
