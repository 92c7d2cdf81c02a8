import { planPriceOf, type SubscriptionTier } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Users, normalizeEmail } from '../../auth/index.js';
import { Entitlements } from '../../subscriptions/index.js';
import { QueueWelcomeEmail } from './queue-welcome-email.js';

export interface WelcomeEmailInput {
  email: string;
  subscriptionTier: SubscriptionTier;
}

/** A customer asks for his own welcome email. Nothing in it comes from the call: it is compared with what is known. */
@Injectable()
export class SendWelcomeEmail {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly entitlements: Entitlements,
    private readonly queueWelcomeEmail: QueueWelcomeEmail,
  ) {}

  /** Throws `forbidden` for someone else's address and `tier_mismatch` for a tier that the account is not on. */
  async send(
    userId: string,
    { email, subscriptionTier }: WelcomeEmailInput,
  ): Promise<{ queued: boolean; emailId: string }> {
    const user = await this.users.findById(userId);
    if (!user || normalizeEmail(email) !== normalizeEmail(user.email)) {
      throw new DomainError('forbidden', 'forbidden', 'A welcome mail goes to your own address only.');
    }
    const { tier, interval, currentPeriodEnd, trialEnd } = await this.entitlements.of(userId);
    if (tier !== subscriptionTier) {
      throw new DomainError('invalid', 'tier_mismatch', 'This is not the plan of your account.', {
        details: { tier },
      });
    }
    const until = tier === 'free' ? trialEnd : currentPeriodEnd;
    const amountCents = tier === 'free' || !interval ? null : planPriceOf(tier, interval).amountCents;
    return this.database.transaction(() =>
      this.queueWelcomeEmail.queue(user, { tier, interval, amountCents, until }),
    );
  }
}
