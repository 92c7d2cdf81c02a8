import type { SubscriptionCheck } from '@subscription-site/shared/contracts';
import { CATALOG, parsePaidPlan } from '@subscription-site/shared/plans';
import { logError } from '../../lib/log';
import { checkSubscription, hasPaidPlan } from '../../lib/session/subscription';
import { toastError, toastSuccess } from '../../ui/feedback/toast';

/** Tells a signed-in user in a toast which plan they have. Returns whether the app is the next step; otherwise a plan is. */
export async function showCurrentPlan(): Promise<boolean> {
  const check = await checkSubscription().catch((error: unknown) => {
    logError('check-subscription', error);
    return undefined;
  });
  const ended = check && endedTitle(check);
  if (ended) {
    toastError({ title: ended, description: 'Choose a plan to continue.' });
    return false;
  }
  toastSuccess({
    title: "You're all set!",
    description: `${activePlan(check)} Redirecting to the app...`.trim(),
  });
  return true;
}

function endedTitle({ status }: SubscriptionCheck): string | undefined {
  if (status === 'trial_ended') return 'Your free trial has ended';
  return status === 'canceled' || status === 'refunded' ? 'Your plan has ended' : undefined;
}

/** Empty when the plan is unknown. */
function activePlan(check: SubscriptionCheck | undefined): string {
  if (check?.status === 'trialing') return 'Your free trial is active.';
  const plan = check && hasPaidPlan(check) ? parsePaidPlan(check.subscription_tier) : undefined;
  return plan ? `Your ${CATALOG[plan].name} plan is active.` : '';
}

export function showBlockedTab(): void {
  toastError({
    title: 'Your browser blocked the new tab',
    description: 'Use “Open app” at the top of the page.',
  });
}
