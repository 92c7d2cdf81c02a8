import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { TemplateName } from '../templates/domain/catalog.js';
import { EmailNotReplayableError, isCancelable } from './replay-rules.js';
import { EmailsRepository } from '../core/emails.repository.js';

/** Cancels a queued email, or removes a failed one from support's list. */
@Injectable()
export class CancelEmail {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Idempotent. Throws `email_not_replayable` for an email that is being sent or was sent, and `not_found`. */
  cancel(emailId: string, actorId: string): Promise<void> {
    return this.database.transaction(async () => {
      const email = await this.emails.lockById(emailId);
      if (!email) throw new DomainError('not_found', 'not_found', 'Email not found.');
      if (email.status === 'canceled') return;
      if (!isCancelable(email)) {
        throw new EmailNotReplayableError('Only queued or failed emails can be canceled.');
      }
      const was = email.status;
      email.status = 'canceled';
      email.canceledAt = this.clock.now();
      email.nextAttemptAt = null;
      await this.outbox.runNow([email.eventId]);
      await this.audit.record({
        actorId,
        action: 'email.canceled',
        subject: { type: 'email', id: emailId },
        details: { template: email.template, was },
      });
    });
  }

  /** Cancels queued emails that have become pointless because the user has already done what they ask for. */
  async cancelQueued(userId: string, template: TemplateName): Promise<void> {
    await this.emails.cancelQueued(userId, template, this.clock.now());
  }
}
