import type { WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { CorrectPaidEmail, normalizeEmail, Users, type UserSummary } from '../../auth/index.js';
import { Entitlements } from '../../subscriptions/index.js';
import type { EmailEntity } from '../core/email.entity.js';
import { EmailsRepository } from '../core/emails.repository.js';
import { QueueEmail } from '../core/queue-email.js';
import { welcomeKey } from './queue-welcome-email.js';

/** Emails requested by the customer, also to corrected addresses, which may not be theirs. */
const PER_USER: Limit = { name: 'welcome-email-resends', points: 5, seconds: 3600 };

/** A customer's own welcome email: whether it was delivered, sending it again, and correcting a mistyped address once. */
@Injectable()
export class OwnWelcomeEmail {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly entitlements: Entitlements,
    private readonly correctPaidEmail: CorrectPaidEmail,
    private readonly emails: EmailsRepository,
    private readonly queueEmail: QueueEmail,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** `pending` until a worker has queued and sent it. */
  async status(userId: string): Promise<WelcomeEmailStatus> {
    const user = await this.findUser(userId);
    const chain = await this.chainOf(userId);
    return {
      email: user.email,
      delivery: deliveryOf(chain.at(-1)),
      correctable: chain.length > 0 && isCorrectable(user, chain),
    };
  }

  /** Nothing is sent while the last one is pending. Throws `rate_limited`. */
  async resend(userId: string): Promise<WelcomeEmailStatus> {
    await this.limits.count(PER_USER, userId);
    await this.database.transaction(async () => {
      const { email } = (await this.users.lockById(userId))!;
      const latest = (await this.chainOf(userId)).at(-1);
      if (latest && deliveryOf(latest) !== 'pending') await this.replace(latest, email);
    });
    return this.status(userId);
  }

  /** Voids the links of earlier emails. Throws `email_exists`, `email_not_replayable`, `rate_limited`. */
  async correct(userId: string, email: string): Promise<WelcomeEmailStatus> {
    await this.limits.count(PER_USER, userId);
    await this.database.transaction(async () => {
      const user = (await this.users.lockById(userId))!;
      const chain = await this.chainOf(userId);
      const latest = chain.at(-1);
      if (!latest || latest.status === 'sending') throw notCorrectable('Please try again in a moment.');
      if (!isCorrectable(user, chain))
        throw notCorrectable('The address can only be corrected once. Please contact support.');
      await this.correctPaidEmail.correct(userId, email);
      await this.emails.cancelQueued(userId, 'welcome', this.clock.now());
      await this.replace(latest, email.trim());
    });
    return this.status(userId);
  }

  private async replace(latest: EmailEntity, recipient: string): Promise<void> {
    const { id, originId, template, locale, params, userId } = latest;
    latest.replayedAt = this.clock.now();
    const newId = await this.queueEmail.queue(
      { template, locale, params, userId, recipient },
      { replayOf: { id, originId }, createdBy: userId! },
    );
    await this.audit.record({
      actorId: userId,
      action: 'email.resent',
      subject: { type: 'email', id },
      details: { newEmailId: newId, template },
    });
  }

  private async chainOf(userId: string): Promise<EmailEntity[]> {
    const { tier } = await this.entitlements.of(userId);
    return tier ? this.emails.chainOf(welcomeKey(userId, tier)) : [];
  }

  private async findUser(userId: string): Promise<UserSummary> {
    const user = await this.users.findById(userId);
    if (!user) throw new DomainError('not_found', 'not_found', 'User not found.');
    return user;
  }
}

function deliveryOf(latest: EmailEntity | undefined): WelcomeEmailStatus['delivery'] {
  if (latest?.status === 'sent') return 'sent';
  return latest?.status === 'failed' || latest?.status === 'canceled' ? 'failed' : 'pending';
}

/** Not confirmed, and all emails went to the present address. */
function isCorrectable(
  { email, emailConfirmedAt }: UserSummary,
  chain: readonly Pick<EmailEntity, 'recipientNormalized'>[],
): boolean {
  const current = normalizeEmail(email);
  return (
    emailConfirmedAt === null && chain.every(({ recipientNormalized }) => recipientNormalized === current)
  );
}

function notCorrectable(message: string): DomainError {
  return new DomainError('conflict', 'email_not_replayable', message);
}
