import type { SubscriptionCheck } from '@subscription-site/shared/contracts';
import { callFunction } from '../api/client';

/** What the signed-in account is entitled to; with a hosted checkout's session id, that payment is settled first. */
export function checkSubscription(sessionId?: string): Promise<SubscriptionCheck> {
  return callFunction<SubscriptionCheck>('check-subscription', sessionId ? { session_id: sessionId } : {});
}

/** Whether the check found a plan that is paid for. */
export function hasPaidPlan(check: SubscriptionCheck): boolean {
  const paid = check.subscription_tier === 'team' || check.subscription_tier === 'growth';
  return paid && (check.status === 'active' || check.status === 'past_due');
}
