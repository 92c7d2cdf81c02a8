import { formatCents } from '@subscription-site/shared/money';
import { CATALOG, MONEY_BACK_DAYS } from '@subscription-site/shared/plans';
import { FREE_LIMITS, TRIAL_DAYS } from '@subscription-site/shared/trial';

/** True is included, false is not; a text states the amount. */
export type Cell = boolean | string;

export interface ComparisonRow {
  label: string;
  /** For Free, Team, and Growth, in this order. */
  cells: readonly [Cell, Cell, Cell];
}

export interface ComparisonGroup {
  heading: string;
  rows: readonly ComparisonRow[];
}

export const COMPARED_PLANS = ['Free', 'Team', 'Growth'] as const;

const { team, growth } = CATALOG;
const FROM_TEAM = [false, true, true] as const;
const FROM_GROWTH = [false, false, true] as const;
const ALL = [true, true, true] as const;

export const CUSTOM_NOTE =
  'Custom is for 10+ users and is coming soon. Your quote will list what it includes.';

export const COMPARISON: readonly ComparisonGroup[] = [
  {
    heading: 'Price and size',
    rows: [
      {
        label: 'Per month',
        cells: [formatCents(0), formatCents(team.amountCents.month), formatCents(growth.amountCents.month)],
      },
      {
        label: 'Per year',
        cells: [false, formatCents(team.amountCents.year), formatCents(growth.amountCents.year)],
      },
      { label: 'Users', cells: [`${FREE_LIMITS.users}`, 'Up to 3', 'Up to 10'] },
      {
        label: 'Tracked subscriptions',
        cells: [`Up to ${FREE_LIMITS.trackedSubscriptions}`, 'Unlimited', 'Unlimited'],
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
        cells: [`${TRIAL_DAYS} days`, false, false],
      },
      {
        label: 'Money-back guarantee',
        cells: [false, `${MONEY_BACK_DAYS} days`, `${MONEY_BACK_DAYS} days`],
      },
    ],
  },
];
