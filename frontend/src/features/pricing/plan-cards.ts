import type { PlanPrices } from '@subscription-site/shared/contracts';
import { formatCents } from '@subscription-site/shared/money';
import {
  CATALOGUE,
  FREE_LIMITS,
  TRIAL_DAYS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { TRIAL_PATH } from '../../lib/trial';
import type { ButtonVariant } from '../../ui/button';

export type PlanKey = 'free' | PaidPlan | 'custom';

/** One card of the price list. */
export interface PlanCard {
  key: PlanKey;
  name: string;
  price: string;
  period: string;
  /** What a year costs; undefined where there is no yearly price. */
  yearlyPrice: string | undefined;
  /** The line below the price: what the other way to pay costs. It never repeats the price. */
  otherPrice: string | undefined;
  description: string;
  features: readonly string[];
  ctaLabel: string;
  /** Where the button leads without a script; undefined where there is nothing to go on to. */
  path: string | undefined;
  variant: ButtonVariant;
  popular: boolean;
  badge: string | undefined;
  disabled: boolean;
  /** Price identifier at the payment provider; null for Free and Custom. */
  priceId: string | null;
}

/** The four cards, priced for an interval. */
export function planCards(interval: BillingInterval, prices?: PlanPrices): readonly PlanCard[] {
  return [
    {
      key: 'free',
      name: 'Free',
      price: formatCents(0),
      period: `for ${TRIAL_DAYS} days`,
      yearlyPrice: undefined,
      otherPrice: undefined,
      description: 'Find out what you pay for. No card required.',
      features: [
        `${TRIAL_DAYS}-day trial`,
        `${FREE_LIMITS.users} user`,
        `Up to ${FREE_LIMITS.trackedSubscriptions} tracked subscriptions`,
        'Cancel anytime',
      ],
      ctaLabel: 'Start Free Trial',
      path: TRIAL_PATH,
      variant: 'outline',
      popular: false,
      badge: undefined,
      disabled: false,
      priceId: null,
    },
    {
      ...paidCard('team', interval, prices, 'save 17%'),
      description: 'For a small team that wants the whole picture.',
      ctaLabel: 'Choose Team',
      variant: 'ink',
      popular: true,
      badge: 'Most popular',
    },
    {
      ...paidCard('growth', interval, prices),
      description: 'For companies whose tools have their own budgets.',
      ctaLabel: 'Choose Growth',
      variant: 'outline',
      popular: false,
      badge: undefined,
    },
    {
      key: 'custom',
      name: 'Custom',
      price: 'Quote',
      period: '',
      yearlyPrice: undefined,
      otherPrice: undefined,
      description: 'For teams that have outgrown our other plans.',
      features: ['10+ users', 'A quote for your team'],
      ctaLabel: 'Coming Soon',
      path: undefined,
      variant: 'outline',
      popular: false,
      badge: undefined,
      disabled: true,
      priceId: null,
    },
  ];
}

/** `saving` is what the specification says a year saves, in its words. */
function paidCard(
  plan: PaidPlan,
  interval: BillingInterval,
  prices: PlanPrices | undefined,
  saving?: string,
) {
  const { name, amountCents, features } = CATALOGUE[plan];
  const yearlyPrice = `${formatCents(amountCents.year)} per year${saving ? ` (${saving})` : ''}`;
  const monthlyInstead = `${saving ? `${saving}, ` : ''}or ${formatCents(amountCents.month)} per month`;
  return {
    key: plan,
    name,
    price: formatCents(amountCents[interval]),
    period: `per ${interval}`,
    yearlyPrice,
    otherPrice: interval === 'year' ? monthlyInstead : yearlyPrice,
    features,
    path: `/checkout?plan=${plan}`,
    disabled: false,
    priceId: prices?.[plan][interval] ?? null,
  };
}
