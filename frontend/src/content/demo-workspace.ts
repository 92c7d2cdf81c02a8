/** Data for the product illustrations: a fictional team of six and its software in one November. */

export interface DemoLine {
  name: string;
  owner: string;
  note: string;
  seats: number;
  /** Seats used in the last 30 days. */
  used: number;
  amountCents: number;
  /** Highlighted as worth a look. */
  marked?: boolean;
}

export const MONTH = 'November';
export const NEXT_MONTH = 'December';

export const LINES: readonly DemoLine[] = [
  { name: 'Design suite', owner: 'Pia', note: '4 seats', seats: 4, used: 4, amountCents: 18000 },
  { name: 'Video calls', owner: 'Sam', note: '6 seats', seats: 6, used: 6, amountCents: 9594 },
  {
    name: 'Video calls, again',
    owner: 'Theo',
    note: 'bought by sales',
    seats: 3,
    used: 1,
    amountCents: 4797,
    marked: true,
  },
  { name: 'Code hosting', owner: 'Jun', note: '3 seats', seats: 3, used: 3, amountCents: 6300 },
  {
    name: 'CRM',
    owner: 'Theo',
    note: 'no sign-in since March',
    seats: 5,
    used: 0,
    amountCents: 13500,
    marked: true,
  },
  { name: 'Help desk', owner: 'Mara', note: 'renews in 6 days', seats: 3, used: 3, amountCents: 8700 },
];

export const MARKED = LINES.filter((line) => line.marked);
export const TOTAL_CENTS = sum(LINES);
export const MARKED_CENTS = sum(MARKED);

function sum(lines: readonly DemoLine[]): number {
  return lines.reduce((total, line) => total + line.amountCents, 0);
}

/** Receipts and the lines created from them. */
export const RECEIPTS = [
  { from: 'Design suite', subject: 'Your receipt for November', line: 'Design suite', amountCents: 18000 },
  { from: 'Help desk', subject: 'Payment received, thank you', line: 'Help desk', amountCents: 8700 },
  {
    from: 'Video calls',
    subject: 'Welcome, Theo',
    line: 'Video calls, again',
    amountCents: 4797,
    isNew: true,
  },
] as const;

/** Days until the cancellation deadline and the renewal. */
export const RENEWALS = [
  { name: 'Help desk', cancelWithinDays: 3, renewsInDays: 6, urgent: true },
  { name: 'CRM', cancelWithinDays: 10, renewsInDays: 40, urgent: false },
  { name: 'Design suite', cancelWithinDays: 25, renewsInDays: 55, urgent: false },
] as const;

/** Spend of the last twelve months, oldest first; the last one is {@link TOTAL_CENTS}. */
export const SPEND: readonly { month: string; amountCents: number }[] = [
  { month: 'Dec', amountCents: 38200 },
  { month: 'Jan', amountCents: 40150 },
  { month: 'Feb', amountCents: 40150 },
  { month: 'Mar', amountCents: 44900 },
  { month: 'Apr', amountCents: 47300 },
  { month: 'May', amountCents: 47300 },
  { month: 'Jun', amountCents: 49850 },
  { month: 'Jul', amountCents: 52400 },
  { month: 'Aug', amountCents: 52400 },
  { month: 'Sep', amountCents: 55100 },
  { month: 'Oct', amountCents: 57640 },
  { month: 'Nov', amountCents: TOTAL_CENTS },
];

/** A purchase request and its approval. */
export const REQUEST = {
  tool: 'Whiteboard',
  terms: '6 seats, $48.00 a month',
  thread: [
    { who: 'Pia', text: 'For the spring workshops. Nothing on our statement does this.' },
    { who: 'Mara', text: 'Yes, until March. Then let’s look again.' },
  ],
  outcome: 'Approved. Owner: Pia. Review on Mar 1.',
} as const;

export const SHARE_OF_REVENUE = [4.4, 4.3, 4.5, 4.2, 4.3, 4.0, 3.9, 3.9, 3.6, 3.5, 3.2, 3.1] as const;

/** Tool cost per stage of the customer journey. */
export const JOURNEY = [
  { stage: 'Acquire', tools: 3, amountCents: 14200 },
  { stage: 'Onboard', tools: 2, amountCents: 9800 },
  { stage: 'Support', tools: 4, amountCents: 21400 },
  { stage: 'Retain', tools: 1, amountCents: 2900 },
] as const;

/** Cost per person in dollars as the team grows. */
export const PER_PERSON = [
  { people: 3, dollars: 128 },
  { people: 4, dollars: 119 },
  { people: 5, dollars: 110 },
  { people: 6, dollars: 101 },
] as const;

export const ADOPTION = [
  { tool: 'Design suite', used: 9, of: 10 },
  { tool: 'Help desk', used: 6, of: 10 },
  { tool: 'CRM', used: 1, of: 10 },
] as const;

/** Outage days, counted from 30 days ago. */
export const OUTAGES: readonly { tool: string; days: readonly number[] }[] = [
  { tool: 'Code hosting', days: [] },
  { tool: 'Video calls', days: [8] },
  { tool: 'Help desk', days: [3, 4, 17, 26] },
];

/**
 * Percentage of the tools bought in a quarter that are still in use one, two, three, and four quarters later.
 */
export const RETENTION: readonly { bought: string; percent: readonly number[] }[] = [
  { bought: 'Q1', percent: [100, 83, 67, 67] },
  { bought: 'Q2', percent: [100, 80, 60] },
  { bought: 'Q3', percent: [100, 100] },
  { bought: 'Q4', percent: [100] },
];
