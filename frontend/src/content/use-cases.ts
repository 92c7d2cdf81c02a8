/** The chart shown on a card. */
export type FigureName = 'share' | 'journey' | 'per-person' | 'adoption' | 'outages' | 'retention';

export interface UseCase {
  title: string;
  text: string;
  benefits: readonly [string, string, string];
  figure: FigureName;
}

export const HEAD = {
  title: 'Six questions your bill',
  marked: 'can answer.',
  lead: 'What a company pays for its tools says a lot about the company. Here’s how small teams read it.',
} as const;

export const USE_CASES: readonly UseCase[] = [
  {
    title: 'Revenue Analytics',
    text: 'Compare software spend with revenue, month by month, and see whether growth is getting cheaper or more expensive.',
    benefits: [
      'Software as a share of revenue, always up to date',
      'The month a trend turned',
      'One number for your investor update',
    ],
    figure: 'share',
  },
  {
    title: 'Customer Journey Mapping',
    text: 'Sort your tools by what they do for a customer, from first click to fifth year, and find the stage that costs too much.',
    benefits: [
      'Cost of each stage, tool by tool',
      'Stages with two tools, and stages with none',
      'A shared view for sales, support, and product',
    ],
    figure: 'journey',
  },
  {
    title: 'Growth Metrics',
    text: 'Track cost per person as the team grows, and know what the next hire adds before they sign.',
    benefits: [
      'Cost per person per month',
      'What the next hire adds to the bill',
      'A forecast for the year based on actual renewals',
    ],
    figure: 'per-person',
  },
  {
    title: 'Feature Adoption',
    text: 'Compare what a plan includes with what your team uses. Often the smaller plan is all you need.',
    benefits: [
      'Used and unused parts of every plan',
      'The smaller plan that’s enough',
      'Tools that deserve an hour of training',
    ],
    figure: 'adoption',
  },
  {
    title: 'Performance Monitoring',
    text: 'Track when a tool was down, for how long, and what you paid meanwhile. It makes for short renewal negotiations.',
    benefits: [
      'Thirty days of each tool on one line',
      'Outages next to the price you paid',
      'Evidence for a service credit',
    ],
    figure: 'outages',
  },
  {
    title: 'Retention Analysis',
    text: 'See which tools last past their first year, and stop buying the kind that doesn’t.',
    benefits: [
      'What is still in use after each quarter',
      'Trials that quietly became bills',
      'Owners whose picks last',
    ],
    figure: 'retention',
  },
];

export const CALL_TO_ACTION = {
  headline: 'Ask your own bill.',
  text: 'Open the app, connect your inbox, and read your first statement.',
} as const;
