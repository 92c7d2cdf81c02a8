import type { ComponentType } from 'react';

/** A page of the site. Header, footer, router and the server's list of known paths all come from these. */
export interface SiteRoute {
  /** As the router reads it; `/*` at the end takes everything below. */
  path: string;
  /** Stands before the product's name in the title. */
  title: string;
  description?: string;
  /** Loads the page's own code. */
  load: () => Promise<{ Page: ComponentType }>;
}

export const ROUTES: readonly SiteRoute[] = [
  {
    path: '/',
    title: 'Built for Small Teams & SMBs',
    description:
      'Every software subscription of your team on one statement: what it costs, who uses it, when it renews.',
    load: () => import('./routes/marketing/home-page'),
  },
  {
    path: '/pricing',
    title: 'Pricing',
    description: 'Free for 14 days, then from $49 per month. Four plans, no hidden lines.',
    load: () => import('./routes/marketing/pricing-page'),
  },
  { path: '/auth', title: 'Sign up or sign in', load: () => import('./routes/auth/auth-page') },
  { path: '/auth/forgot', title: 'Forgot password', load: () => import('./routes/auth/forgot-page') },
  { path: '/auth/confirm', title: 'Confirm', load: () => import('./routes/auth/confirm-page') },
  { path: '/auth/reset', title: 'Set a new password', load: () => import('./routes/auth/reset-page') },
  { path: '/checkout', title: 'Checkout', load: () => import('./routes/checkout/checkout-page') },
  {
    path: '/checkout-success',
    title: 'Payment successful',
    load: () => import('./routes/checkout/checkout-success-page'),
  },
  { path: '/success', title: 'Your subscription', load: () => import('./routes/checkout/success-page') },
  { path: '/admin/*', title: 'Support console', load: () => import('./routes/admin/admin-page') },
];

/** Whether the site has a page at exactly this path. */
export function isKnownPage(path: string): boolean {
  return ROUTES.some((route) => route.path === path);
}
