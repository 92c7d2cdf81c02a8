import type { PlanPrices } from '@subscription-site/shared/contracts';
import { formatCents } from '@subscription-site/shared/money';
import { CATALOG, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';
import { FREE_LIMITS, TRIAL_DAYS } from '@subscription-site/shared/trial';
import { checkoutPath } from '../../lib/checkout-path';
import { TRIAL_PATH } from '../../lib/trial';
import type { ButtonVariant } from '../../ui/buttons/button';

export type PlanKey = 'free' | PaidPlan | 'custom';

export interface PlanCard {
  key: PlanKey;
  name: string;
  price: string;
  period: string;
  /** Undefined for plans without a yearly price. */
  yearlyPrice: string | undefined;
  /** The price of the other billing interval. */
  otherPrice: string | undefined;
  description: string;
  features: readonly string[];
  ctaLabel: string;
  /** Link target without JavaScript; undefined when there is none. */
  path: string | undefined;
  /** Where the button leads for a customer who has a plan. */
  customerPath?: string;
  variant: ButtonVariant;
  popular: boolean;
  badge: string | undefined;
  disabled: boolean;
  /** Price ID at the payment provider; null for Free and Custom. */
  priceId: string | null;
}

/** The four plan cards for a billing interval. */
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

/** `saving` is the specified wording of the annual discount. */
function paidCard(
  plan: PaidPlan,
  interval: BillingInterval,
  prices: PlanPrices | undefined,
  saving?: string,
) {
  const { name, amountCents, features } = CATALOG[plan];
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
    path: checkoutPath(plan),
    disabled: false,
    priceId: prices?.[plan][interval] ?? null,
  };
}
