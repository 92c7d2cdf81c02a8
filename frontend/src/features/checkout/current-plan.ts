import { logError } from '../../lib/log';
import { checkSubscription, hasPaidPlan } from '../../lib/session/subscription';

/** A user's paid plan, as the server names it. */
export interface CurrentPlan {
  plan?: string;
  interval?: string;
}

/** The user's paid plan. Errors do not block the checkout, because the server checks again. */
export async function findCurrentPlan(signedIn: boolean): Promise<CurrentPlan | undefined> {
  if (!signedIn) return undefined;
  try {
    const check = await checkSubscription();
    if (!hasPaidPlan(check)) return undefined;
    return { plan: check.subscription_tier ?? undefined, interval: check.interval ?? undefined };
  } catch (error) {
    logError('check-subscription', error);
    return undefined;
  }
}
