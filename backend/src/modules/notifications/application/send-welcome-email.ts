import { offerOf, type SubscriptionTier } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Accounts, normaliseEmail } from '../../auth/index.js';
import { Entitlements } from '../../subscriptions/index.js';
import { QueueWelcomeEmail } from './queue-welcome-email.js';

export interface WelcomeWish {
  email: string;
  subscriptionTier: SubscriptionTier;
}

/** A customer asks for his own welcome mail. Nothing in it comes from the call: it is compared with what is known. */
@Injectable()
export class SendWelcomeEmail {
  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly entitlements: Entitlements,
    private readonly welcome: QueueWelcomeEmail,
  ) {}

  /** Throws `forbidden` for somebody else's address and `tier_mismatch` for a tier that the account is not on. */
  async send(
    accountId: string,
    { email, subscriptionTier }: WelcomeWish,
  ): Promise<{ queued: boolean; emailId: string }> {
    const account = await this.accounts.findById(accountId);
    if (!account || normaliseEmail(email) !== normaliseEmail(account.email)) {
      throw new DomainError('forbidden', 'forbidden', 'A welcome mail goes to your own address only.');
    }
    const { tier, interval, currentPeriodEnd, trialEnd } = await this.entitlements.of(accountId);
    if (tier !== subscriptionTier) {
      throw new DomainError('invalid', 'tier_mismatch', 'This is not the plan of your account.', {
        details: { tier },
      });
    }
    const until = tier === 'free' ? trialEnd : currentPeriodEnd;
    const amountCents = tier === 'free' || !interval ? null : offerOf(tier, interval).amountCents;
    return this.database.transaction(() =>
      this.welcome.queue(account, { tier, interval, amountCents, until }),
    );
  }
}
