import type { SendWelcomeEmailResponse, SubscriptionCheck } from '@subscription-site/shared/contracts';
import { isRefusal } from '../../lib/api/api-error';
import { callFunction } from '../../lib/api/client';
import { logFault } from '../../lib/log';
import type { User } from '../../lib/session/auth-client';
import { fullNameOf } from '../../lib/session/person';
import { checkSubscription } from '../../lib/session/subscription';
import { toastError, toastSuccess } from '../../ui/toast';

/** Asks what a hosted payment bought and tells the outcome in a toast. Throws what the check threw. */
export async function verifyPurchase(sessionId: string, user: User | null): Promise<SubscriptionCheck> {
  try {
    const check = await checkSubscription(sessionId);
    toastSuccess({
      title: 'Payment Successful! 🎉',
      description: 'Your subscription has been activated. Check your email for details.',
    });
    if (check.subscription_tier && user) void askForWelcome(user, check.subscription_tier);
    return check;
  } catch (fault) {
    logFault('check-subscription', fault);
    // The page says that by itself; nothing went wrong with the verification.
    if (!isRefusal(fault, 'payment_under_review'))
      toastError({
        title: 'Verification Error',
        description: 'There was an issue verifying your subscription. Please contact support.',
      });
    throw fault;
  }
}

/** Not critical: the server welcomes by itself, once for each account and tier. */
async function askForWelcome(
  user: User,
  subscriptionTier: NonNullable<SubscriptionCheck['subscription_tier']>,
): Promise<void> {
  const email = user.email ?? '';
  try {
    await callFunction<SendWelcomeEmailResponse>('send-welcome-email', {
      email,
      name: fullNameOf(user) || email,
      isFreeTrial: false,
      subscriptionTier,
    });
  } catch (fault) {
    logFault('send-welcome-email', fault);
  }
}
