import { useEffect } from 'react';
import { siteConfig } from '../config/site-config';

/** A title as browser and screen reader show it: the page, then the product. */
export function fullTitle(title: string): string {
  return `${title} · ${siteConfig().productName}`;
}

/** Names the present screen more closely than its route does. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
}
