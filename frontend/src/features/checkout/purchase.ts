import type { SubscriptionSummary } from '@subscription-site/shared/contracts';
import { parsePaidPlan, type PaidPlan } from '@subscription-site/shared/plans';

/** Navigation state of the confirmation page. */
export interface Purchase {
  user: { email: string };
  subscription: SubscriptionSummary | undefined;
  plan: PaidPlan | undefined;
  /** The app was already opened from this page; a reload does not open it again. */
  opened: boolean;
  /** Description of the toast about the payment; absent once it was shown. */
  announcement?: string;
}

/** Parses the navigation state; undefined without user info. */
export function readPurchase(state: unknown): Purchase | undefined {
  const given = (state ?? {}) as Partial<Omit<Purchase, 'plan'>> & { plan?: string };
  if (!given.user?.email) return undefined;
  return {
    user: given.user,
    subscription: given.subscription,
    plan: parsePaidPlan(given.plan),
    opened: Boolean(given.opened),
    announcement: given.announcement,
  };
}
