import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Logger } from '../../../platform/logging/logger.js';
import { normalizeEmail } from '../../auth/index.js';
import type { EmailEntity } from '../core/email.entity.js';
import { EmailNotReplayableError, checkReplay } from './replay-rules.js';
import { EmailsRepository } from '../core/emails.repository.js';
import { ReplaceEmail } from '../core/replace-email.js';
import { ReplayRecipients } from './replay-recipients.js';

export interface Replay {
  /** The email to replay. */
  emailId: string;
  outcome: 'queued' | 'already_queued' | 'rejected';
  /** The email that replaces it. */
  replayId?: string;
  message?: string;
}

/** Resends failed emails. Concurrent or repeated requests send one email. */
@Injectable()
export class ReplayEmails {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailsRepository,
    private readonly replaceEmail: ReplaceEmail,
    private readonly replayRecipients: ReplayRecipients,
    private readonly logger: Logger,
  ) {}

  /** Throws `email_not_replayable` and `not_found`. */
  replay(emailId: string, actorId: string, correctedRecipient?: string): Promise<Replay> {
    return this.database.transaction(async () => {
      const requested = await this.emails.findById(emailId);
      if (!requested) throw new DomainError('not_found', 'not_found', 'Email not found.');
      // Serializes replays of the same chain.
      await this.emails.lockById(requested.originId);
      const latest = await this.emails.lockLatest(requested.originId);
      const corrected = correctedRecipient === undefined ? undefined : normalizeEmail(correctedRecipient);
      if (checkReplay(requested, latest, corrected) === 'already_queued') {
        return { emailId, outcome: 'already_queued', replayId: latest.id };
      }
      const current = await this.replayRecipients.resolve(latest);
      const recipient = correctedRecipient ?? current;
      return { emailId, outcome: 'queued', replayId: await this.resend(latest, recipient, actorId) };
    });
  }

  /** One after another, each in its own transaction. One that can't be replayed doesn't stop the others. */
  async replayAll(emailIds: readonly string[], actorId: string): Promise<Replay[]> {
    const replays: Replay[] = [];
    for (const emailId of emailIds) {
      try {
        replays.push(await this.replay(emailId, actorId));
      } catch (error) {
        if (isDatabaseUnavailable(error) || (error instanceof DomainError && error.kind === 'unavailable'))
          throw error;
        replays.push({ emailId, outcome: 'rejected', message: this.messageFor(emailId, error) });
      }
    }
    return replays;
  }

  private messageFor(emailId: string, error: unknown): string {
    if (error instanceof DomainError) return error.message;
    this.logger.error('email replay failed', { emailId, error });
    return 'Something went wrong on our end. Please try again.';
  }

  private async resend(email: EmailEntity, recipient: string, actorId: string): Promise<string> {
    const corrected = normalizeEmail(recipient) !== email.recipientNormalized;
    const newId = await this.replaceEmail.replace(email, {
      recipient,
      actorId,
      action: 'email.replayed',
      details: { corrected },
    });
    if (!newId) throw new EmailNotReplayableError('This email is still being sent.');
    return newId;
  }
}
