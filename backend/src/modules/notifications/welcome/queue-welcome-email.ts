import type { BillingInterval, SubscriptionTier } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import type { UserSummary } from '../../auth/index.js';
import { localeFor } from '../templates/domain/email.js';
import type { PaidAmount, Subscription } from '../../subscriptions/index.js';
import type { WelcomeParams } from '../templates/domain/welcome.js';
import type { EmailEntity } from '../core/email.entity.js';
import { EmailsRepository } from '../core/emails.repository.js';
import { QueueEmail } from '../core/queue-email.js';

/** What the welcome email says about the plan or trial. */
export interface Welcome {
  tier: SubscriptionTier;
  interval: BillingInterval | null;
  /** The plan's price. */
  amountCents: number | null;
  paid?: PaidAmount;
  /** End of the paid period or of the trial. */
  until: Date | null;
  /** The subscription that was bought; missing for a trial. */
  subscriptionId?: string;
}

/** Dedupe key of the welcome email of an account and tier. */
export const welcomeKey = (userId: string, tier: SubscriptionTier): string => `welcome:${userId}:${tier}`;

/** Dedupe key of the receipt that a customer gets instead who was welcomed to the plan when they bought it before. */
export const purchaseReceiptKey = (subscriptionId: string): string => `receipt:${subscriptionId}`;

/** Whether the welcome email was about another purchase than this one. */
export function isOfEarlierPurchase(
  { params, createdAt }: Pick<EmailEntity, 'params' | 'createdAt'>,
  subscription: Pick<Subscription, 'id' | 'createdAt'>,
): boolean {
  const { subscriptionId } = params as unknown as WelcomeParams;
  return subscriptionId ? subscriptionId !== subscription.id : createdAt < subscription.createdAt;
}

/** Queues one welcome email per account and tier, however often it is requested. */
@Injectable()
export class QueueWelcomeEmail {
  constructor(
    private readonly queueEmail: QueueEmail,
    private readonly emails: EmailsRepository,
  ) {}

  /** In the open transaction. If the account was already welcomed to this tier, `queued` is false and the id is that email's. */
  async queue(
    user: UserSummary,
    { until, ...welcome }: Welcome,
  ): Promise<{ queued: boolean; emailId: string }> {
    const dedupeKey = welcomeKey(user.id, welcome.tier);
    const params: WelcomeParams = {
      ...welcome,
      until: until?.toISOString() ?? null,
      name: user.fullName,
      hasPassword: user.hasPassword,
    };
    const emailId = await this.queueEmail.queue(
      {
        template: 'welcome',
        locale: localeFor(user.locale),
        params,
        recipient: user.email,
        userId: user.id,
      },
      { dedupeKey },
    );
    if (emailId) return { queued: true, emailId };
    return { queued: false, emailId: (await this.emails.findIdByDedupeKey(dedupeKey))! };
  }
}
