import { getPlanPrice, type SubscriptionTier } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Users, normalizeEmail } from '../../auth/index.js';
import { Entitlements, Subscriptions } from '../../subscriptions/index.js';
import { QueueWelcomeEmail } from './queue-welcome-email.js';

export interface WelcomeEmailInput {
  email: string;
  subscriptionTier: SubscriptionTier;
}

/** A customer requests their own welcome email. The request is only checked against stored data; none of it ends up in the email. */
@Injectable()
export class SendWelcomeEmail {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly entitlements: Entitlements,
    private readonly subscriptions: Subscriptions,
    private readonly queueWelcomeEmail: QueueWelcomeEmail,
  ) {}

  /** Throws `forbidden` for someone else's address and `tier_mismatch` for a tier the account isn't on. */
  async send(
    userId: string,
    { email, subscriptionTier }: WelcomeEmailInput,
  ): Promise<{ queued: boolean; emailId: string }> {
    const user = await this.users.findById(userId);
    if (!user || normalizeEmail(email) !== normalizeEmail(user.email)) {
      throw new DomainError(
        'forbidden',
        'forbidden',
        'You can only send a welcome email to your own address.',
      );
    }
    const { tier, interval, currentPeriodEnd, trialEnd } = await this.entitlements.getByUser(userId);
    if (tier !== subscriptionTier) {
      throw new DomainError('invalid', 'tier_mismatch', "Your account isn't on this plan.", {
        details: { tier },
      });
    }
    const until = tier === 'free' ? trialEnd : currentPeriodEnd;
    const amountCents = tier === 'free' || !interval ? null : getPlanPrice(tier, interval).amountCents;
    const subscriptionId = (await this.subscriptions.findActiveByUser(userId))?.id;
    return this.database.transaction(() =>
      this.queueWelcomeEmail.queue(user, { tier, interval, amountCents, until, subscriptionId }),
    );
  }
}
