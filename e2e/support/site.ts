import type { Page, Request } from '@playwright/test';

/** Every public page with the words of its heading. The sitemap is held to this list. */
export const PUBLIC_PAGES = {
  '/': 'Built for Small Teams & SMBs',
  '/pricing': 'One price per team.',
  '/features': '',
  '/customer-usage': '',
  '/customer-stories': '',
  '/manifesto': '',
  '/blogs': '',
  '/blog/saas-spending-startups': '',
  '/blog/saas-evolution': '',
  '/blog/smart-saas-management': '',
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
  '/cookies': 'Cookie Policy',
  '/gdpr': 'GDPR',
} as const;
export const PUBLIC_PATHS = Object.keys(PUBLIC_PAGES) as (keyof typeof PUBLIC_PAGES)[];

/** Shows the first intent, as a pointer that moves over the page does, and waits until the page answers by itself. */
export async function waitForHydration(page: Page): Promise<void> {
  const awake = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('hydrated', resolve, { once: true })),
  );
  await page.dispatchEvent('body', 'pointerover');
  await awake;
}

/** What the page asks the server for from now on, documents aside. */
export function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') requests.push(request);
  });
  return requests;
}
