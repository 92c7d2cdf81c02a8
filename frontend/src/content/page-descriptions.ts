/**
 * Meta descriptions by path, without articles, which have their own. Pages that have one are public: prerendered and
 * listed in the sitemap. They are not part of the routes, because only prerendering needs them.
 */
export const PAGE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/': 'Every software subscription your team pays for, on one statement: what it costs, who uses it, and when it renews.',
  '/pricing': 'Free for 14 days, then from $49 per month. Four plans, no hidden fees.',
  '/features':
    'Find every subscription, cut what no one uses, and get alerts before the cancellation deadline. Six tools in one for small teams.',
  '/customer-usage':
    'Revenue, growth, adoption, retention: six questions small teams can answer with their software bill.',
  '/customer-stories':
    'Four small teams, and what they found when they read their software bill line by line.',
  '/manifesto': 'What we believe about software bills, why we exist, and what we promise.',
  '/blogs': 'How to buy software, pay for it, and cancel in time. For the person who gets the invoices.',
  '/terms': 'Trial, plans, billing, cancellation, refunds: the agreement between you and us.',
  '/privacy': 'What we store about you, why, for how long, and who helps us process it.',
  '/cookies': 'Every cookie this site sets and every browser storage entry it uses.',
  '/gdpr': 'Your data rights, how to use them, and how fast we respond.',
  '/cancel': 'Cancel your plan without signing in, and get a confirmation by email right away.',
  '/cancel/withdraw': 'Withdraw from your contract without signing in or giving a reason.',
};
