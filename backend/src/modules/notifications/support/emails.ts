import { cleanEmail } from '@subscription-site/shared/typed-text';
import { Injectable } from '@nestjs/common';
import { EMAIL_STATUSES, type EmailStatus, type EmailTemplate } from '@subscription-site/shared/contracts';
import { DomainError } from '../../../platform/domain-error.js';
import { isEmailAddress, normalizeEmail } from '../../auth/index.js';
import {
  EmailNotReplayableError,
  isCancelable,
  isCorrectable,
  needsOtherAddress,
  replayBlockedReason,
} from './replay-rules.js';
import type { EmailAttemptEntity } from '../core/email-attempt.entity.js';
import type { EmailEntity } from '../core/email.entity.js';
import { EmailSearchRepository, type EmailQuery, type Position } from './email-search.repository.js';
import { EmailsRepository } from '../core/emails.repository.js';
import { CancelEmail } from './cancel-email.js';
import { ComposeEmail, type ComposedEmail } from '../templates/compose-email.js';
import { ReplayEmails, type Replay } from './replay-emails.js';
import { ReplayRecipients } from './replay-recipients.js';

export interface EmailSearch {
  /** A full address or part of one. */
  recipient?: string;
  status?: EmailStatus;
  template?: EmailTemplate;
  /** Inclusive. */
  createdFrom?: Date;
  /** Exclusive. */
  createdTo?: Date;
}

export interface EmailDetails {
  /** With `replayedBy`. */
  email: EmailEntity;
  attempts: EmailAttemptEntity[];
  /** With one-time secrets masked. */
  rendered: ComposedEmail;
  /** Whether a replay may go to a corrected address. */
  correctable: boolean;
  replay: ReplayOption;
  /** Whether it can be stopped, or dismissed if it failed. */
  cancelable: boolean;
}

/** `recipient`: where a replay is sent unless another address is given; undefined if another address is required. */
export type ReplayOption =
  | { allowed: true; recipient: string | undefined }
  | { allowed: false; reason: string };

/** Maximum number of emails replayed per call. */
export const REPLAY_LIMIT = 500;

/** Emails for support. Every action is recorded in the audit log, in the same transaction. */
@Injectable()
export class Emails {
  constructor(
    private readonly emails: EmailsRepository,
    private readonly emailSearch: EmailSearchRepository,
    private readonly compose: ComposeEmail,
    private readonly replayEmails: ReplayEmails,
    private readonly replayRecipients: ReplayRecipients,
    private readonly cancelEmail: CancelEmail,
  ) {}

  /** Newest first, starting after the position. */
  search(search: EmailSearch, after: Position | undefined, limit: number): Promise<EmailEntity[]> {
    return this.emailSearch.find(toQuery(search), after, limit);
  }

  /** IDs of the users to whom emails were sent at this address. */
  findRecipients(address: string, limit: number): Promise<string[]> {
    return this.emailSearch.findRecipients(normalizeEmail(address), limit);
  }

  /** Throws `not_found`. */
  async find(emailId: string): Promise<EmailDetails> {
    const email = await this.emails.findById(emailId);
    if (!email) throw new DomainError('not_found', 'not_found', 'Email not found.');
    const replay = await this.getReplayOption(email);
    return {
      email,
      attempts: await this.emails.listAttempts(emailId),
      rendered: this.compose.forStaff(email),
      correctable: isCorrectable(email) && replay.allowed,
      replay,
      cancelable: isCancelable(email),
    };
  }

  private async getReplayOption(email: EmailEntity): Promise<ReplayOption> {
    const reason = replayBlockedReason(email);
    if (reason !== undefined) return { allowed: false, reason };
    try {
      const current = await this.replayRecipients.resolve(email);
      return { allowed: true, recipient: needsOtherAddress(email) ? undefined : current };
    } catch (error) {
      if (error instanceof EmailNotReplayableError) return { allowed: false, reason: error.message };
      throw error;
    }
  }

  /** Throws `email_not_replayable` and `not_found`. */
  replay(emailId: string, actorId: string, correctedRecipient?: string): Promise<Replay> {
    return this.replayEmails.replay(emailId, actorId, correctedRecipient);
  }

  /** Replays each email once. Reports an email that can't be replayed instead of throwing. */
  replayMany(emailIds: readonly string[], actorId: string): Promise<Replay[]> {
    return this.replayEmails.replayAll([...new Set(emailIds)], actorId);
  }

  /** Replays the oldest matching failed or canceled emails, up to {@link REPLAY_LIMIT}. `remaining` counts the others. */
  async replayMatching(
    search: EmailSearch,
    actorId: string,
  ): Promise<{ replays: Replay[]; remaining: number }> {
    const query = toQuery(search);
    const ids = await this.emailSearch.findReplayable(query, REPLAY_LIMIT);
    const replays = await this.replayEmails.replayAll(ids, actorId);
    const rejected = replays.filter(({ outcome }) => outcome === 'rejected').length;
    return { replays, remaining: Math.max(0, (await this.emailSearch.countReplayable(query)) - rejected) };
  }

  /** Throws `email_not_replayable` and `not_found`. */
  cancel(emailId: string, actorId: string): Promise<void> {
    return this.cancelEmail.cancel(emailId, actorId);
  }

  async countByStatus(): Promise<Record<EmailStatus, number>> {
    const counts = await this.emails.countByStatus();
    const entries = EMAIL_STATUSES.map((status) => [status, counts[status] ?? 0]);
    return Object.fromEntries(entries) as Record<EmailStatus, number>;
  }
}

function toQuery({ recipient, ...others }: EmailSearch): EmailQuery {
  const text = cleanEmail(recipient ?? '');
  if (!text) return others;
  return isEmailAddress(text)
    ? { ...others, recipient: normalizeEmail(text) }
    : { ...others, recipientPart: text.normalize('NFC').toLowerCase() };
}
