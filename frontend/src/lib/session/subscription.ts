import type { SubscriptionCheck } from '@subscription-site/shared/contracts';
import { callFunction } from '../api/client';

/** The account's entitlements. With the session ID of a hosted checkout, that payment is processed first. */
export function checkSubscription(sessionId?: string): Promise<SubscriptionCheck> {
  return callFunction<SubscriptionCheck>('check-subscription', sessionId ? { session_id: sessionId } : {});
}

export function hasPaidPlan(check: SubscriptionCheck): boolean {
  const paid = check.subscription_tier === 'team' || check.subscription_tier === 'growth';
  return paid && (check.status === 'active' || check.status === 'past_due');
}
