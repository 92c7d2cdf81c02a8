export const HERO = {
  lead: 'Every software subscription your company pays for, on one statement: what it costs, who uses it, and when it renews. Even the ones you didn’t know about.',
  stats: [
    { figure: '2 min', label: 'setup' },
    { figure: '30%', label: 'average savings' },
    { figure: '100+', label: 'early users' },
  ],
} as const;
