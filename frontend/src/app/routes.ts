import type { ComponentType } from 'react';

/**
 * A page of the site. The header, footer, router, prerendered pages, sitemap, and the server's list of known
 * paths are derived from these.
 */
export interface SiteRoute {
  /** React Router path; a trailing `/*` matches everything below. */
  path: string;
  /** Precedes the product name in the document title. */
  title: string;
  /** Matches paths that do not exist; served with status 404. */
  missing?: true;
  /** The prerendered page is useless without its code. */
  needsScripts?: true;
  /** Renders its own header, `main` element and navigation instead of those of the site. */
  hasOwnLayout?: true;
  load: () => Promise<{ Page: ComponentType }>;
}

export const ROUTES: readonly SiteRoute[] = [
  {
    path: '/',
    title: 'Built for Small Teams & SMBs',
    load: () => import('./routes/marketing/home-page'),
  },
  {
    path: '/pricing',
    title: 'Pricing',
    load: () => import('./routes/marketing/pricing-page'),
  },
  {
    path: '/features',
    title: 'Features',
    load: () => import('./routes/marketing/features-page'),
  },
  {
    path: '/customer-usage',
    title: 'Customer usage',
    load: () => import('./routes/marketing/customer-usage-page'),
  },
  {
    path: '/customer-stories',
    title: 'Customer stories',
    load: () => import('./routes/marketing/customer-stories-page'),
  },
  {
    path: '/manifesto',
    title: 'Manifesto',
    load: () => import('./routes/marketing/manifesto-page'),
  },
  {
    path: '/blogs',
    title: 'Blog',
    load: () => import('./routes/blog/blog-page'),
  },
  {
    path: '/blog/saas-spending-startups',
    title: 'Where a startup’s software money really goes',
    load: () => import('./routes/blog/saas-spending-startups-page'),
  },
  {
    path: '/blog/saas-evolution',
    title: 'From the box to the seat to the meter',
    load: () => import('./routes/blog/saas-evolution-page'),
  },
  {
    path: '/blog/smart-saas-management',
    title: 'A software policy your team will follow',
    load: () => import('./routes/blog/smart-saas-management-page'),
  },
  {
    path: '/blog/:id',
    title: 'Article not found',
    missing: true,
    load: () => import('./routes/blog/unknown-article-page'),
  },
  {
    path: '/terms',
    title: 'Terms of Service',
    load: () => import('./routes/legal/terms-page'),
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    load: () => import('./routes/legal/privacy-page'),
  },
  {
    path: '/cookies',
    title: 'Cookie Policy',
    load: () => import('./routes/legal/cookies-page'),
  },
  {
    path: '/gdpr',
    title: 'GDPR',
    load: () => import('./routes/legal/gdpr-page'),
  },
  {
    path: '/cancel',
    title: 'Cancel contracts here',
    load: () => import('./routes/cancel/cancel-page'),
  },
  {
    path: '/cancel/withdraw',
    title: 'Withdraw from contract here',
    load: () => import('./routes/cancel/withdraw-page'),
  },
  {
    path: '/cancel/manage',
    title: 'Your cancellation or withdrawal',
    load: () => import('./routes/cancel/manage-page'),
  },
  { path: '/auth', title: 'Sign up or sign in', load: () => import('./routes/auth/auth-page') },
  { path: '/auth/forgot', title: 'Forgot password', load: () => import('./routes/auth/forgot-page') },
  { path: '/auth/confirm', title: 'Confirm', load: () => import('./routes/auth/confirm-page') },
  { path: '/auth/confirmed', title: 'Confirmed', load: () => import('./routes/auth/confirmed-page') },
  { path: '/auth/reset', title: 'Set a new password', load: () => import('./routes/auth/reset-page') },
  {
    path: '/checkout',
    title: 'Checkout',
    needsScripts: true,
    hasOwnLayout: true,
    load: () => import('./routes/checkout/checkout-page'),
  },
  {
    path: '/checkout-success',
    title: 'Payment successful',
    load: () => import('./routes/checkout/checkout-success-page'),
  },
  { path: '/success', title: 'Your subscription', load: () => import('./routes/checkout/success-page') },
  { path: '/account', title: 'Account', load: () => import('./routes/account/overview-page') },
  { path: '/account/billing', title: 'Billing', load: () => import('./routes/account/billing-page') },
  {
    path: '/account/billing/change',
    title: 'Change your plan',
    load: () => import('./routes/account/change-plan-page'),
  },
  { path: '/account/invoices', title: 'Invoices', load: () => import('./routes/account/invoices-page') },
  { path: '/account/profile', title: 'Profile', load: () => import('./routes/account/profile-page') },
  {
    path: '/account/security',
    title: 'Account security',
    load: () => import('./routes/account/security-page'),
  },
  { path: '/account/data', title: 'Your data', load: () => import('./routes/account/data-page') },
  {
    path: '/admin/*',
    title: 'Support console',
    hasOwnLayout: true,
    load: () => import('./routes/admin/admin-page'),
  },
];

/** Whether a page exists at exactly this path. */
export function isKnownPage(path: string): boolean {
  return ROUTES.some((route) => route.path === path);
}
