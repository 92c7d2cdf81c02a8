import { useEffect } from 'react';
import { fullTitle } from './page-title';

/** Names the present screen more closely than its route does. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
}
