import { formatCents } from '@subscription-site/shared/money';
import { CATALOG, FREE_LIMITS, MONEY_BACK_DAYS, TRIAL_DAYS } from '@subscription-site/shared/plans';

/** True is included, false is not; a text states the amount. */
export type Cell = boolean | string;

export interface ComparisonRow {
  label: string;
  /** For Free, Team, Growth, and Custom, in this order. */
  cells: readonly [Cell, Cell, Cell, Cell];
}

export interface ComparisonGroup {
  heading: string;
  rows: readonly ComparisonRow[];
}

export const COMPARED_PLANS = ['Free', 'Team', 'Growth', 'Custom'] as const;

const { team, growth } = CATALOG;
/** The contents of a Custom plan are part of its quote. */
const FROM_TEAM = [false, true, true, 'Quote'] as const;
const FROM_GROWTH = [false, false, true, 'Quote'] as const;
const ALL = [true, true, true, 'Quote'] as const;

export const COMPARISON: readonly ComparisonGroup[] = [
  {
    heading: 'Price and size',
    rows: [
      {
        label: 'Per month',
        cells: [
          formatCents(0),
          formatCents(team.amountCents.month),
          formatCents(growth.amountCents.month),
          'Quote',
        ],
      },
      {
        label: 'Per year',
        cells: [false, formatCents(team.amountCents.year), formatCents(growth.amountCents.year), 'Quote'],
      },
      { label: 'Users', cells: [`${FREE_LIMITS.users}`, 'Up to 3', 'Up to 10', '10+'] },
      {
        label: 'Tracked subscriptions',
        cells: [`Up to ${FREE_LIMITS.trackedSubscriptions}`, 'Unlimited', 'Unlimited', 'Quote'],
      },
    ],
  },
  {
    heading: 'Visibility',
    rows: [
      { label: 'All subscriptions on one statement', cells: ALL },
      { label: 'Renewal alerts', cells: ALL },
      { label: 'Usage and spend dashboards', cells: ALL },
      { label: 'Advanced reporting', cells: FROM_TEAM },
      { label: 'Advanced spend analytics', cells: FROM_GROWTH },
      { label: 'Customizable dashboards', cells: FROM_GROWTH },
    ],
  },
  {
    heading: 'Collaboration',
    rows: [
      { label: 'Multi-user workspace', cells: FROM_TEAM },
      { label: 'CSV/Excel export', cells: FROM_TEAM },
      { label: 'Integrations with two accounting-software providers', cells: FROM_GROWTH },
    ],
  },
  {
    heading: 'Support and guarantees',
    rows: [
      { label: 'Priority support', cells: FROM_TEAM },
      { label: 'Email/chat support', cells: FROM_GROWTH },
      { label: 'Cancel anytime', cells: ALL },
      {
        label: 'Free trial',
        cells: [`${TRIAL_DAYS} days`, false, false, false],
      },
      {
        label: 'Money-back guarantee',
        cells: [false, `${MONEY_BACK_DAYS} days`, `${MONEY_BACK_DAYS} days`, 'Quote'],
      },
    ],
  },
];
