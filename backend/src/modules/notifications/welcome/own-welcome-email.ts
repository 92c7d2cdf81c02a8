import type { WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { CorrectPaidEmail, normalizeEmail, Users, type UserSummary } from '../../auth/index.js';
import type { EmailEntity } from '../core/email.entity.js';
import { ReplaceEmail } from '../core/replace-email.js';
import { CancelEmail } from '../support/cancel-email.js';
import { WelcomeEmails } from './welcome-emails.js';

/** Includes emails to corrected addresses, which may not be the customer's. */
const PER_USER: Limit = { name: 'welcome-email-resends', points: 5, seconds: 3600 };

/** A customer's own welcome email: returns its delivery status, resends it, and corrects a mistyped address once. */
@Injectable()
export class OwnWelcomeEmail {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly welcomeEmails: WelcomeEmails,
    private readonly correctPaidEmail: CorrectPaidEmail,
    private readonly replaceEmail: ReplaceEmail,
    private readonly cancelEmail: CancelEmail,
    private readonly limits: RateLimits,
  ) {}

  /** `pending` until a worker has queued and sent it. */
  async status(userId: string): Promise<WelcomeEmailStatus> {
    const user = await this.findUser(userId);
    const chain = await this.welcomeEmails.findByUser(userId);
    return {
      email: user.email,
      delivery: toDelivery(chain.at(-1)),
      correctable: chain.length > 0 && isCorrectable(user, chain),
    };
  }

  /** Sends nothing while the latest one is pending. Throws `rate_limited`. */
  async resend(userId: string): Promise<WelcomeEmailStatus> {
    await this.limits.count(PER_USER, userId);
    await this.database.transaction(async () => {
      const { email } = (await this.users.lockById(userId))!;
      const latest = (await this.welcomeEmails.findByUser(userId)).at(-1);
      if (latest && toDelivery(latest) !== 'pending') await this.replace(latest, userId, email);
    });
    return this.status(userId);
  }

  /** Voids the links of earlier emails. Throws `email_exists`, `email_not_replayable`, `rate_limited`. */
  async correct(userId: string, email: string): Promise<WelcomeEmailStatus> {
    await this.limits.count(PER_USER, userId);
    await this.database.transaction(async () => {
      const user = (await this.users.lockById(userId))!;
      const chain = await this.welcomeEmails.findByUser(userId);
      const latest = chain.at(-1);
      if (!latest || latest.status === 'sending')
        throw notCorrectable("We're still sending the email. Please try again in a moment.");
      if (!isCorrectable(user, chain))
        throw notCorrectable('You can only correct the address once. Please contact support.');
      await this.correctPaidEmail.correct(userId, email);
      await this.cancelEmail.cancelQueued(userId, 'welcome');
      await this.replace(latest, userId, email.trim());
    });
    return this.status(userId);
  }

  private async replace(latest: EmailEntity, userId: string, recipient: string): Promise<void> {
    await this.replaceEmail.replace(latest, { recipient, actorId: userId, action: 'email.resent' });
  }

  private async findUser(userId: string): Promise<UserSummary> {
    const user = await this.users.findById(userId);
    if (!user) throw new DomainError('not_found', 'not_found', 'User not found.');
    return user;
  }
}

function toDelivery(latest: EmailEntity | undefined): WelcomeEmailStatus['delivery'] {
  if (latest?.status === 'sent') return 'sent';
  return latest?.status === 'failed' || latest?.status === 'canceled' ? 'failed' : 'pending';
}

/** Whether the address is unconfirmed, and only welcome emails were sent, all of them to it. */
function isCorrectable(
  { email, emailConfirmedAt }: UserSummary,
  chain: readonly Pick<EmailEntity, 'template' | 'recipientNormalized'>[],
): boolean {
  const current = normalizeEmail(email);
  return (
    emailConfirmedAt === null &&
    chain.every(({ template }) => template === 'welcome') &&
    chain.every(({ recipientNormalized }) => recipientNormalized === current)
  );
}

function notCorrectable(message: string): DomainError {
  return new DomainError('conflict', 'email_not_replayable', message);
}
