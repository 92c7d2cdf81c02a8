import type { Statement } from '../../../platform/database/database.js';
import type { Recording } from '../../../platform/outbox/event-handler.js';
import type { EmailEntity } from '../core/email.entity.js';
import type { EmailContent } from '../templates/domain/email.js';

/** An email leased by a worker for one attempt. */
export type ClaimedEmail = EmailContent &
  Pick<EmailEntity, 'id' | 'messageId' | 'attempts' | 'earlyAttempts' | 'scheduledAttemptAt'> & {
    attemptStartedAt: Date;
    leasedBy: string;
  };

/** Who starts an attempt, and when. The database decides when the lease expires, because clocks of workers may differ. */
export interface Lease {
  worker: string;
  now: Date;
}

/** Shorter than the queue takes to reassign a dead worker's job, so that the next worker finds the lease expired. */
export const LEASE_SECONDS = 4;
/** Not `now()`, which is when the transaction began. */
const LEASE_END = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/** An email the server has accepted, with its response. */
export interface SentEmail {
  email: ClaimedEmail;
  at: Date;
  response: string;
}

/**
 * Locks emails by key only; their status is checked afterward. With a condition on the status, a planner with statistics from an
 * empty table may scan every email in that status for each key. Parameter 1 is the keys.
 */
const LOCKED = `select id as locked_id, status as locked_status, next_attempt_at as waits_until from emails
  where id = any ($1::uuid[]) for update`;

/** Leases the due ones of many emails in one round trip; a benchmark of the welcome emails depends on it. */
export const claimDue = (ids: readonly string[], { worker, now }: Lease): Statement => ({
  reason: 'skip-locked claim',
  name: 'emails-claim',
  text: `with locked_emails as (${LOCKED} skip locked)
         update emails set status = 'sending', attempts = attempts + 1, attempt_started_at = $2, leased_by = $3,
                           lease_until = ${LEASE_END}, next_attempt_at = null
         from locked_emails where id = locked_id and locked_status = 'queued' and (waits_until is null or waits_until <= $2)
         returning id, template, locale, params, recipient, user_id as "userId", message_id as "messageId", attempts,
           attempt_started_at as "attemptStartedAt", leased_by as "leasedBy",
           early_attempts as "earlyAttempts", scheduled_attempt_at as "scheduledAttemptAt"`,
  values: [ids, now, worker],
});

/** Extends the leases of a worker. Skips emails that it is just recording, because waiting for their locks could cause a deadlock. */
export const renewLeases = (ids: readonly string[], worker: string): Statement => ({
  reason: 'skip-locked claim',
  text: `update emails set lease_until = ${LEASE_END}
         where id in (select id from emails where id = any ($1::uuid[]) and status = 'sending' and leased_by = $2
                      for update skip locked)`,
  values: [ids, worker],
});

/** Waits, or fails, while sent emails can't be recorded. */
export const lockRecordingTables: Statement = {
  reason: 'batch write',
  text: 'lock table email_attempts, inbox_entries, outbox_events in row exclusive mode',
};

/**
 * Records emails the server has accepted, in the statement that records the inbox entries of the whole batch. They count as sent even
 * if another worker has taken over the lease. Ignores emails deleted meanwhile.
 */
export const recordSent = (emails: readonly SentEmail[]): Recording => ({
  name: 'emails-sent',
  writes: [
    `insert into email_attempts (email_id, number, started_at, worker, finished_at, smtp_response, outcome)
     select ended.*, 'sent'
     from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::text[]) ended (email_id)
     where exists (select from emails where id = email_id)
     on conflict (email_id, number) do update
       set finished_at = excluded.finished_at, outcome = excluded.outcome,
           smtp_response = excluded.smtp_response, error = excluded.error`,
    `with locked_emails as (${LOCKED})
     update emails set status = 'sent', sent_at = at, last_error = null, leased_by = null, lease_until = null,
                       attempt_started_at = null
     from unnest($1::uuid[], $5::timestamptz[]) ended (email_id, at), locked_emails
     where locked_id = email_id and locked_status = 'sending' and id = locked_id`,
  ],
  values: [
    emails.map(({ email }) => email.id),
    emails.map(({ email }) => email.attempts),
    emails.map(({ email }) => email.attemptStartedAt),
    emails.map(({ email }) => email.leasedBy),
    emails.map(({ at }) => at),
    emails.map(({ response }) => response),
  ],
});
