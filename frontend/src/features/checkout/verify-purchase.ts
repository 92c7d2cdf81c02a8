import type { SendWelcomeEmailResponse, SubscriptionCheck } from '@subscription-site/shared/contracts';
import { ApiError } from '../../lib/api/api-error';
import { callFunction } from '../../lib/api/client';
import { logError } from '../../lib/log';
import type { User } from '../../lib/session/auth-client';
import { getFullName } from '../../lib/session/user-metadata';
import { checkSubscription } from '../../lib/session/subscription';
import { toastError, toastSuccess } from '../../ui/feedback/toast';

/** Verifies a hosted payment and shows the result in a toast. Rethrows errors of the check. */
export async function verifyPurchase(sessionId: string, user: User | null): Promise<SubscriptionCheck> {
  try {
    const check = await checkSubscription(sessionId);
    if (check.subscription_tier === 'free') throw new Error('The session grants no paid plan');
    toastSuccess({
      title: 'Payment Successful! 🎉',
      description: 'Your subscription has been activated. Check your email for details.',
    });
    if (check.subscription_tier && user) void requestWelcomeEmail(user, check.subscription_tier);
    return check;
  } catch (error) {
    logError('check-subscription', error);
    if (!isExplained(error))
      toastError({
        title: 'Verification Error',
        description: 'There was an issue verifying your subscription. Please contact support.',
      });
    throw error;
  }
}

const EXPLAINED: readonly string[] = ['payment_under_review', 'payment_refunded', 'subscription_ended'];

/** Whether the payment was verified but granted no plan, which the page explains. */
export function isExplained(error: unknown): error is ApiError {
  return error instanceof ApiError && EXPLAINED.includes(error.code);
}

/** Not critical: the server sends one welcome email per account and tier anyway. */
async function requestWelcomeEmail(
  user: User,
  subscriptionTier: NonNullable<SubscriptionCheck['subscription_tier']>,
): Promise<void> {
  const email = user.email ?? '';
  try {
    await callFunction<SendWelcomeEmailResponse>('send-welcome-email', {
      email,
      name: getFullName(user) || email,
      isFreeTrial: false,
      subscriptionTier,
    });
  } catch (error) {
    logError('send-welcome-email', error);
  }
}
