import type { SubscriptionEntity } from '../subscription.entity.js';
import type { SubscriptionChangeEntity } from './subscription-change.entity.js';

/** What the audit log says of a change. Without an amount, a refund returns all that is left. Leaves out the customer's feedback. */
export function toAuditDetails(
  change: SubscriptionChangeEntity,
  { id: subscriptionId, currency }: SubscriptionEntity,
): Record<string, unknown> {
  const { id: changeId, kind, submissionId, plan, interval, paymentIntentId, amountCents } = change;
  return {
    subscriptionId,
    changeId,
    ...(submissionId && { submissionId }),
    ...(plan && { plan, interval }),
    ...(paymentIntentId && { payment: paymentIntentId }),
    ...(amountCents !== null && { amountCents, currency }),
    ...(kind === 'refund' && { endSubscription: change.endSubscription }),
    ...(change.actorId && change.reason && { reason: change.reason }),
  };
}
