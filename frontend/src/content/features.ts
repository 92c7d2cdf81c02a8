/** The illustration shown next to a feature. */
export type ScreenName = 'inbox' | 'overlap' | 'renewals' | 'seats' | 'spend' | 'request';

export interface Feature {
  title: string;
  text: string;
  screen: ScreenName;
}

export const HEAD = {
  title: 'Know what you pay for,',
  marked: 'line by line.',
  lead: 'Six tools in one, made for teams that don’t have a procurement department and don’t want one.',
} as const;

export const FEATURES: readonly Feature[] = [
  {
    title: 'Every subscription, found',
    text: 'Connect the inbox where receipts arrive. Each vendor becomes a line with its price and billing interval, including the tools no one approved. There’s nothing to enter by hand.',
    screen: 'inbox',
  },
  {
    title: 'Cost control',
    text: 'See services that do the same job side by side, with the price per seat and who actually uses them. Deciding takes a minute.',
    screen: 'overlap',
  },
  {
    title: 'Renewal alerts',
    text: 'The date that matters is the cancellation deadline, not the renewal. You get an alert ahead of it, and so does the owner of the line.',
    screen: 'renewals',
  },
  {
    title: 'Usage analytics',
    text: 'Compare the seats you pay for with the seats used in the last 30 days. Unused ones are highlighted, along with what they cost.',
    screen: 'seats',
  },
  {
    title: 'Spend dashboards',
    text: 'Twelve months at a glance, by tool, team, and vendor. When the bill goes up, you see when and why.',
    screen: 'spend',
  },
  {
    title: 'Team collaboration',
    text: 'Each line has an owner. New tools need one approval before they’re bought, and the reason stays with the line.',
    screen: 'request',
  },
];

/** Features of the paid plans. */
export const EXTRAS = {
  headline: 'As your team grows',
  items: [
    {
      plan: 'Team',
      title: 'Multi-user workspace',
      text: 'Up to 3 people share one statement, and each can see their own lines.',
    },
    {
      plan: 'Team',
      title: 'CSV/Excel export',
      text: 'Your month as a file your accountant can read without asking what the columns mean.',
    },
    {
      plan: 'Team',
      title: 'Advanced reporting',
      text: 'Compare quarters, tools, and owners. Save a report once and reuse it every month.',
    },
    {
      plan: 'Growth',
      title: 'Accounting integrations',
      text: 'Connect two accounting-software providers and send your spend straight to your books.',
    },
    {
      plan: 'Growth',
      title: 'Advanced spend analytics',
      text: 'See what each new hire adds to the bill, and what it will be in a year if nothing changes.',
    },
    {
      plan: 'Growth',
      title: 'Customizable dashboards',
      text: 'One for the founder, one for each team, each with the numbers they care about.',
    },
  ],
} as const;

export const CALL_TO_ACTION = {
  headline: 'Try it on your own receipts.',
  text: '14 days, one user, up to 3 tracked subscriptions. No card required.',
} as const;
