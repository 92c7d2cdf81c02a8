/** Which drawn screen stands beside a feature. */
export type ScreenName = 'inbox' | 'overlap' | 'renewals' | 'seats' | 'spend' | 'request';

export interface Feature {
  title: string;
  text: string;
  screen: ScreenName;
}

export const HEAD = {
  title: 'Know what you pay for,',
  marked: 'line by line.',
  lead: 'Six tools in one, made for teams that have no procurement department and do not want one.',
} as const;

export const FEATURES: readonly Feature[] = [
  {
    title: 'Every subscription, found',
    text: 'Connect the mailbox where receipts arrive. Each vendor becomes a line with its price and interval, including the tools that were never signed off. You enter nothing by hand.',
    screen: 'inbox',
  },
  {
    title: 'Cost control',
    text: 'Two services that do the same job are put side by side, with the price of a seat and the people who really use it. Deciding takes a minute.',
    screen: 'overlap',
  },
  {
    title: 'Renewal alerts',
    text: 'The date that matters is the last day of notice, not the day of renewal. You get a note ahead of it, and so does the owner of the line.',
    screen: 'renewals',
  },
  {
    title: 'Usage analytics',
    text: 'Seats paid for against seats opened in the last thirty days. The empty ones are marked, with what they cost.',
    screen: 'seats',
  },
  {
    title: 'Spend dashboards',
    text: 'Twelve months at a glance, by tool, team and vendor. When the bill rises, you see in which month and because of what.',
    screen: 'spend',
  },
  {
    title: 'Team collaboration',
    text: 'Each line has an owner. New tools ask for one yes before they are bought, and the reason stays with the line.',
    screen: 'request',
  },
];

/** What comes with the paid plans. */
export const EXTRAS = {
  headline: 'And when the team grows',
  items: [
    {
      plan: 'Team',
      title: 'Multi-user workspace',
      text: 'Up to 3 people share one statement, each with a view of their own lines.',
    },
    {
      plan: 'Team',
      title: 'CSV/Excel export',
      text: 'The month as a file your accountant opens without asking what the columns mean.',
    },
    {
      plan: 'Team',
      title: 'Advanced reporting',
      text: 'Compare quarters, tools and owners. Save a report once and find it again next month.',
    },
    {
      plan: 'Growth',
      title: 'Accounting integrations',
      text: 'Two accounting-software providers, connected. Spend arrives where the books are kept.',
    },
    {
      plan: 'Growth',
      title: 'Advanced spend analytics',
      text: 'What a new colleague adds to the bill, and what it will be in a year if nothing changes.',
    },
    {
      plan: 'Growth',
      title: 'Customizable dashboards',
      text: 'One for the founder, one for each team, each with the figures they answer for.',
    },
  ],
} as const;

export const CALL_TO_ACTION = {
  headline: 'Try it on your own receipts.',
  text: '14 days, one user, up to 3 tracked subscriptions. No card needed.',
} as const;
