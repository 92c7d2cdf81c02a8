import { siteConfig } from '../config/site-config';

/** Document title: page name, then product name. */
export function fullTitle(title: string): string {
  return `${title} · ${siteConfig().productName}`;
}
