import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { TemplateName } from '../domain/templates/catalog.js';
import { EmailNotReplayableError, isCancelable } from '../domain/replay-rules.js';
import { EmailsRepository } from '../persistence/emails.repository.js';

/** Stops an email that waits, or takes a failed one off support's list. */
@Injectable()
export class CancelEmail {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Repeated, it does nothing more. Throws `email_not_replayable` for an email that is being sent or was sent, and `not_found`. */
  cancel(emailId: string, actorId: string): Promise<void> {
    return this.database.transaction(async () => {
      const email = await this.emails.lockById(emailId);
      if (!email) throw new DomainError('not_found', 'not_found', 'There is no such mail.');
      if (email.status === 'canceled') return;
      if (!isCancelable(email)) {
        throw new EmailNotReplayableError('Only a mail that waits, or has failed for good, can be canceled.');
      }
      await this.emails.markCanceled(emailId, this.clock.now());
      await this.outbox.runNow([email.eventId]);
      await this.audit.record({
        actorId,
        action: 'email.canceled',
        subject: { type: 'email', id: emailId },
        details: { template: email.template, was: email.status },
      });
    });
  }

  /** No one's order but the course of things: what the email asks for has been done. */
  async cancelQueued(userId: string, template: TemplateName): Promise<void> {
    await this.emails.cancelWaiting(userId, template, this.clock.now());
  }
}
