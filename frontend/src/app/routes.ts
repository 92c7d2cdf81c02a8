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
  /** Meta description. Pages that have one are public: prerendered and listed in the sitemap. */
  description?: string;
  /** Matches paths that do not exist; served with status 404. */
  missing?: true;
  load: () => Promise<{ Page: ComponentType }>;
}

export const ROUTES: readonly SiteRoute[] = [
  {
    path: '/',
    title: 'Built for Small Teams & SMBs',
    description:
      'Every software subscription your team pays for, on one statement: what it costs, who uses it, and when it renews.',
    load: () => import('./routes/marketing/home-page'),
  },
  {
    path: '/pricing',
    title: 'Pricing',
    description: 'Free for 14 days, then from $49 per month. Four plans, no hidden fees.',
    load: () => import('./routes/marketing/pricing-page'),
  },
  {
    path: '/features',
    title: 'Features',
    description:
      'Find every subscription, cut what no one uses, and get alerts before the cancellation deadline. Six tools in one for small teams.',
    load: () => import('./routes/marketing/features-page'),
  },
  {
    path: '/customer-usage',
    title: 'Customer usage',
    description:
      'Revenue, growth, adoption, retention: six questions small teams can answer with their software bill.',
    load: () => import('./routes/marketing/customer-usage-page'),
  },
  {
    path: '/customer-stories',
    title: 'Customer stories',
    description: 'Four small teams, and what they found when they read their software bill line by line.',
    load: () => import('./routes/marketing/customer-stories-page'),
  },
  {
    path: '/manifesto',
    title: 'Manifesto',
    description: 'What we believe about software bills, why we exist, and what we promise.',
    load: () => import('./routes/marketing/manifesto-page'),
  },
  {
    path: '/blogs',
    title: 'Blog',
    description: 'How to buy software, pay for it, and cancel in time. For the person who gets the invoices.',
    load: () => import('./routes/blog/blog-page'),
  },
  {
    path: '/blog/saas-spending-startups',
    title: "Where a startup's software money really goes",
    description:
      "Software is rarely a young company's largest bill and almost always its least examined one. How to read it line by line, in one afternoon.",
    load: () => import('./routes/blog/saas-spending-startups-page'),
  },
  {
    path: '/blog/saas-evolution',
    title: 'From the box to the seat to the meter',
    description:
      'In one working life, software went from something you owned to something that bills you while you sleep. What each step gave, what it took, and what comes next.',
    load: () => import('./routes/blog/saas-evolution-page'),
  },
  {
    path: '/blog/smart-saas-management',
    title: 'A software policy your team will follow',
    description:
      'Small teams do not need a procurement department. They need six habits, one page, and one person in charge.',
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
    description: 'Trial, plans, billing, cancellation, refunds: the agreement between you and us.',
    load: () => import('./routes/legal/terms-page'),
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    description: 'What we store about you, why, for how long, and who helps us process it.',
    load: () => import('./routes/legal/privacy-page'),
  },
  {
    path: '/cookies',
    title: 'Cookie Policy',
    description: 'Every cookie this site sets and every browser storage entry it uses.',
    load: () => import('./routes/legal/cookies-page'),
  },
  {
    path: '/gdpr',
    title: 'GDPR',
    description: 'Your data rights, how to use them, and how fast we respond.',
    load: () => import('./routes/legal/gdpr-page'),
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
  {
    path: '/account/security',
    title: 'Account security',
    load: () => import('./routes/account/security-page'),
  },
  { path: '/admin/*', title: 'Support console', load: () => import('./routes/admin/admin-page') },
];

/** Whether a page exists at exactly this path. */
export function isKnownPage(path: string): boolean {
  return ROUTES.some((route) => route.path === path);
}
