import type { BillingInterval, SubscriptionTier } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../auth/index.js';
import { localeFor } from '../domain/email.js';
import type { WelcomeParams } from '../domain/letters/welcome.js';
import { EmailsRepository } from '../persistence/emails.repository.js';
import { QueueEmail } from './queue-email.js';

/** What an account is welcomed to. */
export interface Welcome {
  tier: SubscriptionTier;
  interval: BillingInterval | null;
  amountCents: number | null;
  /** End of the paid period or of the trial. */
  until: Date | null;
}

/** Welcomes an account to a tier once, whoever asks and however often. */
@Injectable()
export class QueueWelcomeEmail {
  constructor(
    private readonly queueEmail: QueueEmail,
    private readonly emails: EmailsRepository,
  ) {}

  /** In the open transaction. `queued` is false when the account was welcomed to this tier before; the id is of that mail. */
  async queue(
    account: Account,
    { until, ...welcome }: Welcome,
  ): Promise<{ queued: boolean; emailId: string }> {
    const dedupeKey = `welcome:${account.id}:${welcome.tier}`;
    const params: WelcomeParams = {
      ...welcome,
      until: until?.toISOString() ?? null,
      name: account.fullName,
      hasPassword: account.hasPassword,
    };
    const emailId = await this.queueEmail.queue(
      {
        template: 'welcome',
        locale: localeFor(account.locale),
        params,
        recipient: account.email,
        accountId: account.id,
      },
      { dedupeKey },
    );
    if (emailId) return { queued: true, emailId };
    return { queued: false, emailId: (await this.emails.findIdByDedupeKey(dedupeKey))! };
  }
}
