export const FEATURES = {
  headline: 'Six ways to stop paying for what nobody uses',
  cards: [
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
  ],
} as const;

export const INSIDE = {
  headline: 'The whole bill, on one page.',
  text: 'No more forty mails, three cards and a spreadsheet from spring. One line for each tool, with a name beside it and the seats that are really used.',
} as const;

export const STATS_STRIP = [
  { figure: '500+', label: 'SMBs' },
  { figure: '$2.3M', label: 'saved' },
  { figure: '99.2%', label: 'uptime' },
  { figure: '4.9/5', label: 'rating' },
] as const;

export const VOICES_HEADLINE = 'What a shorter bill feels like';

export const CALL_TO_ACTION = {
  headline: 'See your first statement today.',
  text: 'Free for 14 days, no card needed. Cancel anytime.',
} as const;

/** Captions of the demo, one for each drawn screen. */
export const DEMO = {
  title: 'How it works',
  steps: [
    {
      title: 'Receipts become lines',
      text: 'Connect the mailbox they arrive in. Two minutes later the first statement is there.',
    },
    {
      title: 'What deserves a look is marked',
      text: 'Paid twice, unused since March: the marker goes over the lines worth a question.',
    },
    {
      title: 'You hear before the notice ends',
      text: 'Keep, change or cancel, while it is still your decision.',
    },
    {
      title: 'The next statement is shorter',
      text: 'Two lines gone, nothing missed, and the total falls by itself next month, too.',
    },
  ],
} as const;
