/** Which small figure stands on a card. */
export type FigureName = 'share' | 'journey' | 'per-head' | 'adoption' | 'outages' | 'kept';

export interface UseCase {
  title: string;
  text: string;
  benefits: readonly [string, string, string];
  figure: FigureName;
}

export const HEAD = {
  title: 'Six questions a bill',
  marked: 'can answer.',
  lead: 'What a company pays for its tools says a good deal about the company. This is how small teams read it.',
} as const;

export const USE_CASES: readonly UseCase[] = [
  {
    title: 'Revenue Analytics',
    text: 'Put software beside revenue, month by month, and see whether growth is getting cheaper or dearer.',
    benefits: [
      'Software as a share of revenue, always current',
      'The month in which a trend turned',
      'One figure for the investor letter',
    ],
    figure: 'share',
  },
  {
    title: 'Customer Journey Mapping',
    text: 'Sort your tools by what they do for a customer, from first click to fifth year, and find the stage that costs too much.',
    benefits: [
      'Cost of each stage, tool by tool',
      'Stages served twice, and stages served by nothing',
      'A shared picture for sales, support and product',
    ],
    figure: 'journey',
  },
  {
    title: 'Growth Metrics',
    text: 'Follow cost per head while the team grows, and know what the next colleague adds before the contract is signed.',
    benefits: [
      'Cost per person and month',
      'What the next hire adds to the bill',
      'A forecast for the year that uses real renewals',
    ],
    figure: 'per-head',
  },
  {
    title: 'Feature Adoption',
    text: 'Compare what a plan contains with what your team opens. The lower plan is often the one you already use.',
    benefits: [
      'Used and unused parts of every plan',
      'The smaller plan that would do',
      'Tools that deserve an hour of training',
    ],
    figure: 'adoption',
  },
  {
    title: 'Performance Monitoring',
    text: 'Note when a tool was down, for how long, and what was paid for it. Talks about the next contract become short.',
    benefits: [
      'Thirty days of each tool on one line',
      'Outages beside the price paid',
      'Facts for a credit note',
    ],
    figure: 'outages',
  },
  {
    title: 'Retention Analysis',
    text: 'See which tools survive their first year with you, and stop buying the kind that never does.',
    benefits: [
      'What is still in use after each quarter',
      'Trials that quietly became bills',
      'The owners whose picks last',
    ],
    figure: 'kept',
  },
];

export const CALL_TO_ACTION = {
  headline: 'Ask your own bill.',
  text: 'Open the app, connect a mailbox, read the first statement.',
} as const;
