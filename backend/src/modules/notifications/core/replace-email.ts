import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import type { EmailEntity } from './email.entity.js';
import { QueueEmail } from './queue-email.js';

export interface Replacement {
  recipient: string;
  actorId: string;
  /** The audited action. */
  action: AuditAction;
  details?: object;
}

/** Queues an email with the same content in place of one that has ended. */
@Injectable()
export class ReplaceEmail {
  constructor(
    private readonly queueEmail: QueueEmail,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Returns the new email's ID. Undefined if it has been replaced already. Call inside a transaction. */
  async replace(
    email: EmailEntity,
    { recipient, actorId, action, details }: Replacement,
  ): Promise<string | undefined> {
    const { id, originId, template, locale, params, userId } = email;
    email.replayedAt = this.clock.now();
    const newEmailId = await this.queueEmail.queue(
      { template, locale, params, userId, recipient },
      { replayOf: { id, originId }, createdBy: actorId },
    );
    if (!newEmailId) return undefined;
    await this.audit.record({
      actorId,
      action,
      subject: { type: 'email', id },
      details: { newEmailId, template, ...details },
    });
    return newEmailId;
  }
}
