import { siteConfig } from '../config/site-config';

/**
 * Opens an address in a new tab that cannot reach back to this one. False when the browser blocked it.
 * The `noopener` feature is not used because with it the browser answers the same for blocked and opened.
 */
export function openInNewTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
}

/** Opens the external application in a new tab. */
export function openApp(): boolean {
  return openInNewTab(siteConfig().appUrl);
}

/** Leaves this site for the external application. */
export function redirectToApp(): void {
  window.location.assign(siteConfig().appUrl);
}

/** A mail to the people behind the product, as an address to open. */
export function supportMailto(subject: string): string {
  return `mailto:${siteConfig().supportEmail}?subject=${encodeURIComponent(subject)}`;
}
