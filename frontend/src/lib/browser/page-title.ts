import { siteConfig } from '../config/site-config';

/** A title as browser and screen reader show it: the page, then the product. */
export function fullTitle(title: string): string {
  return `${title} · ${siteConfig().productName}`;
}
