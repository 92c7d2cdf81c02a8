import { useEffect } from 'react';
import { fullTitle } from './page-title';

/** A more specific title than the route's. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
}
