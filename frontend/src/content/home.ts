export const FEATURES = {
  headline: 'Six ways to stop paying for what no one uses',
  cards: [
    {
      title: 'Every subscription, found',
      screen: 'inbox',
      text: 'Connect the inbox where receipts arrive. Everything your team buys shows up as a line, including tools no one approved.',
    },
    {
      title: 'Cost control',
      screen: 'overlap',
      text: 'See what each tool costs per seat and per month, who owns it, and where two tools do the same job.',
    },
    {
      title: 'Renewal alerts',
      screen: 'renewals',
      text: 'Get an alert before the cancellation deadline, not after your card is charged. Keep, change, or cancel while you still can.',
    },
    {
      title: 'Usage analytics',
      screen: 'seats',
      text: 'Seats no one has used for a month are highlighted, so your next invoice can be smaller than the last.',
    },
    {
      title: 'Spend dashboards',
      screen: 'spend',
      text: 'One page for the founder, one export for the accountant: spend by month, team, and vendor.',
    },
    {
      title: 'Team collaboration',
      screen: 'request',
      text: 'Give each tool an owner, require approval before anything new is bought, and keep the reason where others can find it.',
    },
  ],
} as const;

export const INSIDE = {
  headline: 'The whole bill, on one page.',
  text: 'No more forty emails, three cards, and a spreadsheet from last spring. One page says what you pay, where it’s going, and what to decide this week.',
} as const;

export const STATS_STRIP = [
  { figure: '500+', label: 'SMBs' },
  { figure: '$2.3M', label: 'saved' },
  { figure: '99.2%', label: 'uptime' },
  { figure: '4.9/5', label: 'rating' },
] as const;

export const TESTIMONIALS_HEADLINE = 'What a shorter bill feels like';

export const CALL_TO_ACTION = {
  headline: 'See your first statement today.',
  text: 'Free for 14 days, no card required. Cancel anytime.',
} as const;

/** Captions of the demo, one per illustration. */
export const DEMO = {
  title: 'How it works',
  steps: [
    {
      title: 'Receipts become lines',
      text: 'Connect the inbox they arrive in. Your first statement is ready two minutes later.',
    },
    {
      title: 'What needs a look is highlighted',
      text: 'Paid twice, unused since March: the lines worth a question are highlighted.',
    },
    {
      title: 'You hear before it renews',
      text: 'Keep, change, or cancel while it’s still your decision.',
    },
    {
      title: 'The next statement is shorter',
      text: 'Two lines gone, nothing missed, and the savings repeat every month.',
    },
  ],
} as const;
