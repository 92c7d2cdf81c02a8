import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Email, EmailAttempt, EmailStatus } from '../domain/email.js';
import { EMAIL_COLUMNS } from './email-rows.js';

/** An email to insert; its status starts as `queued`. */
export type NewEmail = Omit<
  Email,
  | 'status'
  | 'attempts'
  | 'replayedAt'
  | 'replayedBy'
  | 'attemptStartedAt'
  | 'nextAttemptAt'
  | 'lastError'
  | 'sentAt'
  | 'failedAt'
> & { dedupeKey: string | null; createdBy: string | null };

/** Excludes failed emails that a replay has replaced: they need no attention and are not counted. */
const NOT_REPLACED = `not (status = 'failed' and replayed_at is not null)`;

/** Stored emails and their attempts. */
@Injectable()
export class EmailsRepository {
  constructor(private readonly database: Database) {}

  /** False when an email with this dedupe key exists. */
  async insert(email: NewEmail): Promise<boolean> {
    const rows = await this.database.query({
      text: `insert into emails (id, origin_id, replay_of, event_id, user_id, template, locale, recipient, recipient_normalized,
                                 subject, params, message_id, dedupe_key, status, created_by, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'queued', $14, $15)
             on conflict (dedupe_key) where dedupe_key is not null do nothing returning 1`,
      values: [
        email.id,
        email.originId,
        email.replayOf,
        email.eventId,
        email.userId,
        email.template,
        email.locale,
        email.recipient,
        email.recipientNormalized,
        email.subject,
        JSON.stringify(email.params),
        email.messageId,
        email.dedupeKey,
        email.createdBy,
        email.createdAt,
      ],
    });
    return rows.length > 0;
  }

  async findIdByDedupeKey(dedupeKey: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>({
      name: 'email-by-dedupe-key',
      text: 'select id from emails where dedupe_key = $1',
      values: [dedupeKey],
    });
    return row?.id;
  }

  async findById(id: string): Promise<Email | undefined> {
    const [row] = await this.database.query<Email>({
      text: `select ${EMAIL_COLUMNS} from emails where id = $1`,
      values: [id],
    });
    return row;
  }

  /** Locks the email until the transaction ends. */
  async lockById(id: string): Promise<Email | undefined> {
    const [row] = await this.database.query<Email>({
      text: `select ${EMAIL_COLUMNS} from emails where id = $1 for update`,
      values: [id],
    });
    return row;
  }

  /** The latest email in a chain of replays. The caller must hold the lock on the first one. */
  async findLatestOf(originId: string): Promise<Email> {
    const [row] = await this.database.query<Email>({
      text: `select ${EMAIL_COLUMNS} from emails where id = $1 or (origin_id = $1 and replay_of is not null)
             order by created_at desc, id desc limit 1 for update`,
      values: [originId],
    });
    return row!;
  }

  async attemptsOf(id: string): Promise<EmailAttempt[]> {
    return this.database.query<EmailAttempt>({
      text: `select number, started_at as "startedAt", finished_at as "finishedAt", outcome, smtp_response as "smtpResponse", error
             from email_attempts where email_id = $1 order by number`,
      values: [id],
    });
  }

  async markReplayed(id: string, now: Date): Promise<void> {
    await this.database.query({
      text: 'update emails set replayed_at = $2 where id = $1',
      values: [id, now],
    });
  }

  async markCanceled(id: string, now: Date): Promise<void> {
    await this.database.query({
      text: `update emails set status = 'canceled', canceled_at = $2, next_attempt_at = null where id = $1`,
      values: [id, now],
    });
  }

  async cancelQueued(userId: string, template: string, now: Date): Promise<void> {
    await this.database.query({
      text: `update emails set status = 'canceled', canceled_at = $3, next_attempt_at = null
             where user_id = $1 and template = $2 and status = 'queued'`,
      values: [userId, template, now],
    });
  }

  async countByStatus(): Promise<{ status: EmailStatus; count: number }[]> {
    return this.database.query({
      name: 'emails-by-status',
      text: `select status, count(*)::int as count from emails where ${NOT_REPLACED} group by status`,
    });
  }

  /** Counts by status without the sent ones, which would be slow to count. */
  async countUnsent(): Promise<{ status: EmailStatus; count: number }[]> {
    return this.database.query({
      name: 'emails-unsent',
      text: `select status, count(*)::int as count from emails where status <> 'sent' and ${NOT_REPLACED} group by status`,
    });
  }

  async countWaitingForSupport(): Promise<{ template: string; count: number }[]> {
    return this.database.query({
      name: 'emails-waiting-for-support',
      text: `select template, count(*)::int as count from emails where status = 'failed' and replayed_at is null group by template`,
    });
  }
}
