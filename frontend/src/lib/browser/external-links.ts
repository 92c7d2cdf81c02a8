import { siteConfig } from '../config/site-config';

/**
 * Opens a URL in a new tab without access to this page. Returns false when the browser blocked it. Does not
 * use the `noopener` feature, because `window.open` then returns null in both cases.
 */
function openInNewTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
}

export function openApp(): boolean {
  return openInNewTab(siteConfig().appUrl);
}

/** Leaves this site for the external application. */
export function redirectToApp(): void {
  window.location.assign(siteConfig().appUrl);
}

/** A mailto link to support. */
export function supportMailto(subject: string): string {
  return `mailto:${siteConfig().supportEmail}?subject=${encodeURIComponent(subject)}`;
}
