import type { AccountSubscriptionView } from '@subscription-site/shared/contracts';
import { CATALOG, PAID_PLANS, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';
import { BILLING_PATH, changePlanPath } from '../../lib/billing-paths';
import { fetchAccountSubscription } from '../../lib/session/account-subscription';
import type { PlanCard, PlanKey } from './plan-cards';

/** Adapts a plan card to a customer who has a plan. */
export type CustomizeCard = (card: PlanCard, interval: BillingInterval) => PlanCard;

/**
 * For customers who have a plan: marks it, and offers to change it instead of buying another. Does nothing for everyone else, and if
 * loading fails: the checkout checks again.
 */
export async function loadCustomerCards(onLoad: (customize: () => CustomizeCard) => void): Promise<void> {
  const account = await fetchAccountSubscription().catch(() => undefined);
  const subscription = account?.subscription;
  if (!subscription || subscription.endedAt) return;
  onLoad(
    () => (card, interval) =>
      isPaid(card.key) ? customerCard(card, card.key, interval, subscription) : otherCard(card),
  );
}

function customerCard(
  card: PlanCard,
  plan: PaidPlan,
  interval: BillingInterval,
  current: AccountSubscriptionView,
): PlanCard {
  const badge = plan === current.plan ? 'Your plan' : undefined;
  if (plan === current.plan && interval === current.interval)
    return { ...card, badge, variant: 'outline', ctaLabel: 'Manage plan', customerPath: BILLING_PATH };
  const ctaLabel =
    plan === current.plan
      ? `Switch to ${interval === 'year' ? 'yearly' : 'monthly'}`
      : `Switch to ${CATALOG[plan].name}`;
  return { ...card, badge, variant: 'ink', ctaLabel, customerPath: changePlanPath(plan, interval) };
}

/** A customer has no trial to start: the button of Free opens the app. */
function otherCard(card: PlanCard): PlanCard {
  return card.key === 'free' ? { ...card, ctaLabel: 'Open the app' } : card;
}

function isPaid(key: PlanKey): key is PaidPlan {
  return (PAID_PLANS as readonly string[]).includes(key);
}
