import type { Page, Request } from '@playwright/test';

/** Every public page with text of its heading. Must match the sitemap. */
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
  '/cancel': 'Cancel contracts here',
  '/cancel/withdraw': 'Withdraw from contract here',
} as const;
export const PUBLIC_PATHS = Object.keys(PUBLIC_PAGES) as (keyof typeof PUBLIC_PAGES)[];

/** Triggers hydration with a pointer event and waits until it has finished. */
export async function waitForHydration(page: Page): Promise<void> {
  const hydrated = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('hydrated', resolve, { once: true })),
  );
  await page.dispatchEvent('body', 'pointerover');
  await hydrated;
}

/** Records the requests of the page since its latest navigation, except the document. */
export function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) requests.length = 0;
    else requests.push(request);
  });
  return requests;
}
