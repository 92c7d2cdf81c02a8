export const HERO = {
  headline: 'Built for Small Teams & SMBs',
  lead: 'Every software subscription your company pays for, on one statement: what it costs, who uses it and the day it renews. Also the ones nobody told you about.',
  stats: [
    { figure: '2 min', label: 'setup' },
    { figure: '30%', label: 'average savings' },
    { figure: '100+', label: 'early users' },
  ],
} as const;

export interface StatementLine {
  name: string;
  note?: string;
  amountCents: number;
  /** Worth a look: the marker goes over it. */
  marked?: boolean;
}

/** An invented month of an invented team of six, shown as an illustration. */
export const STATEMENT: { month: string; lines: readonly StatementLine[] } = {
  month: 'November',
  lines: [
    { name: 'Design suite', note: '4 seats', amountCents: 18000 },
    { name: 'Video calls', note: '6 seats', amountCents: 9594 },
    { name: 'Video calls, again', note: 'bought by sales', amountCents: 4797, marked: true },
    { name: 'Code hosting', note: '3 seats', amountCents: 6300 },
    { name: 'CRM', note: 'no sign-in since March', amountCents: 13500, marked: true },
    { name: 'Help desk', note: 'renews in 6 days', amountCents: 8700 },
  ],
};

export const FEATURES = [
  {
    title: 'Every subscription, found',
    text: 'Connect the mailbox where receipts arrive. What your team has bought shows up as a line, including tools that were never signed off.',
  },
  {
    title: 'Cost control',
    text: 'See what each tool costs per seat and per month, who owns it, and which two do the same job.',
  },
  {
    title: 'Renewal alerts',
    text: 'A note before the notice period ends, not after the card was charged. Keep, change or cancel while you still can.',
  },
  {
    title: 'Usage analytics',
    text: 'Seats nobody has opened for a month are marked, so that the next invoice can be smaller than the last one.',
  },
  {
    title: 'Spend dashboards',
    text: 'One page for the founder, one export for the accountant: spend by month, by team and by vendor.',
  },
  {
    title: 'Team collaboration',
    text: 'Give each tool an owner, ask for a yes before something new is bought, and leave the reason where others find it.',
  },
] as const;

export const STATS_STRIP = [
  { figure: '500+', label: 'SMBs' },
  { figure: '$2.3M', label: 'saved' },
  { figure: '99.2%', label: 'uptime' },
  { figure: '4.9/5', label: 'rating' },
] as const;

export const ILLUSTRATIVE = 'Illustrative example';

/** People and companies are fictions. */
export const TESTIMONIALS = [
  {
    quote: 'We found three tools for drawing boxes and arrows. We now pay for one.',
    author: 'Mara Lindqvist',
    role: 'Office manager, Fjord & Fable',
  },
  {
    quote: 'The renewal note came eleven days early. That one mail paid for the year.',
    author: 'Theo Okafor',
    role: 'Founder, Paperboat Logistics',
  },
  {
    quote: 'Our accountant asked who had made the export. Nobody had. It was simply there.',
    author: 'Inés Carvalho',
    role: 'Operations, Studio Marzo',
  },
] as const;

export const CALL_TO_ACTION = {
  headline: 'See your first statement today.',
  text: 'Free for 14 days, no card needed. Cancel anytime.',
} as const;

/** The demo: three captions over the same statement. */
export const DEMO_STEPS = [
  {
    title: 'Everything arrives on one page',
    text: 'Receipts from the mailbox you connect become lines. It takes about two minutes.',
  },
  {
    title: 'What deserves a look is marked',
    text: 'Paid twice, unused since March: the marker goes over the lines worth a question.',
  },
  {
    title: 'The next statement is shorter',
    text: 'Cancel from the line itself, before the notice period ends, and see the total fall.',
  },
] as const;
