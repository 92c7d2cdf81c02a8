/** Links in the header and footer, in order. */
export const HEADER_LINKS = [
  { path: '/features', label: 'Features' },
  { path: '/pricing', label: 'Pricing' },
  { path: '/blogs', label: 'Blog' },
  { path: '/manifesto', label: 'Manifesto' },
  { path: '/customer-usage', label: 'Customer usage' },
  { path: '/customer-stories', label: 'Customer stories' },
] as const;

/** The only links in the footer of the checkout. */
export const LEGAL_LINKS = [
  { path: '/privacy', label: 'Privacy' },
  { path: '/terms', label: 'Terms' },
  { path: '/cookies', label: 'Cookies' },
  { path: '/gdpr', label: 'GDPR' },
  { path: '/cancel', label: 'Cancel contracts here' },
  { path: '/cancel/withdraw', label: 'Withdraw from contract here' },
] as const;

export const FOOTER_GROUPS = [
  {
    label: 'Product',
    links: [
      { path: '/features', label: 'Features' },
      { path: '/pricing', label: 'Pricing' },
      { path: '/customer-usage', label: 'Customer usage' },
    ],
  },
  {
    label: 'Company',
    links: [
      { path: '/manifesto', label: 'Manifesto' },
      { path: '/blogs', label: 'Blog' },
      { path: '/customer-stories', label: 'Customer stories' },
    ],
  },
  {
    label: 'Legal',
    links: LEGAL_LINKS,
  },
] as const;

export const FOOTER_LINE = 'Every subscription your team pays for, on one statement.';
