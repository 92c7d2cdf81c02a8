import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether this is a browser's own drawing: false while a page is rendered beforehand, and in the first drawing with which it
 * wakes, which must be the same.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
