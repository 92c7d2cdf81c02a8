import { Injectable } from '@nestjs/common';
import { Batch } from '../../../platform/database/batch.js';
import { Database } from '../../../platform/database/database.js';
import type { Recording } from '../../../platform/outbox/event-handler.js';
import type { EmailAttempt, EmailContent, EmailStatus } from '../domain/email.js';

/** An email leased by a worker for one attempt. */
export interface ClaimedEmail extends EmailContent {
  id: string;
  messageId: string;
  /** Number of the attempt in progress. */
  attempt: number;
  startedAt: Date;
  /** The lease holder. */
  worker: string;
  /** Attempts made ahead of schedule so far. */
  earlyAttempts: number;
  /** Next scheduled attempt, if an early attempt precedes it. */
  scheduledAttemptAt: Date | null;
}

/** Why an email can't be claimed; `until` if it can be later. */
export interface Unclaimable {
  status: EmailStatus;
  until: Date | null;
}

export interface Lease {
  worker: string;
  now: Date;
  until: Date;
}

interface Claim {
  id: string;
  lease: Lease;
}

/** An email the server has accepted, with its response. */
export interface SentEmail {
  email: ClaimedEmail;
  at: Date;
  response: string;
}

export type EndedAttempt = Pick<EmailAttempt, 'outcome' | 'smtpResponse' | 'error' | 'finishedAt'>;

const CLAIMED = `id, template, locale, params, recipient, user_id as "userId", message_id as "messageId",
  attempts as attempt, attempt_started_at as "startedAt", leased_by as worker,
  early_attempts as "earlyAttempts", scheduled_attempt_at as "scheduledAttemptAt"`;

const ON_EXISTING_ATTEMPT = `
  on conflict (email_id, number) do update
    set finished_at = excluded.finished_at, outcome = excluded.outcome,
        smtp_response = excluded.smtp_response, error = excluded.error`;

/**
 * Locks emails by key only; their status is checked afterwards. With a condition on the status, a planner with statistics from an
 * empty table may scan every email in that status for each key. Parameter 1 is the keys.
 */
const LOCKED = `select id as locked_id, status as locked_status, next_attempt_at as waits_until from emails
  where id = any ($1::uuid[]) for update`;

/** Records a finished attempt; if recorded twice, the later one wins. Parameters 1 to 8. */
const WRITE_ATTEMPT = `
  insert into email_attempts (email_id, number, started_at, worker, finished_at, outcome, smtp_response, error)
  values ($1::uuid, $2::int, $3::timestamptz, $4::text, $5::timestamptz, $6::text, $7::text, $8::text)
  ${ON_EXISTING_ATTEMPT}`;

/** Claims, leases and outcomes of sends. Statements that run for every email are batched. */
@Injectable()
export class SendingRepository {
  private readonly claims = new Batch((claims: Claim[]) => this.claimAll(claims));

  constructor(private readonly database: Database) {}

  /** Starts an attempt if the email is due. */
  claim(id: string, lease: Lease): Promise<ClaimedEmail | undefined> {
    return this.claims.load({ id, lease });
  }

  /** Starts an attempt on an email whose lease has expired because its worker is dead or disconnected. Closes that worker's attempt. */
  async takeOver(id: string, { worker, now, until }: Lease): Promise<ClaimedEmail | undefined> {
    const [row] = await this.database.query<ClaimedEmail>({
      name: 'email-take-over',
      text: `with lapsed as (
               select id as email_id, attempts as number, attempt_started_at as started_at, leased_by as worker from emails
               where id = $1 and status = 'sending' and lease_until <= $2 for update),
             interrupted as (
               insert into email_attempts (email_id, number, started_at, finished_at, outcome, worker)
               select email_id, number, started_at, $2, 'interrupted', worker from lapsed on conflict do nothing)
             update emails set attempts = attempts + 1, attempt_started_at = $2, leased_by = $3, lease_until = $4
             from lapsed where id = lapsed.email_id
             returning ${CLAIMED}`,
      values: [id, now, worker, until],
    });
    return row;
  }

  async whyUnclaimable(id: string): Promise<Unclaimable | undefined> {
    const [row] = await this.database.query<Unclaimable>({
      name: 'email-unclaimable',
      text: `select status, case status when 'queued' then next_attempt_at when 'sending' then lease_until end as until
             from emails where id = $1`,
      values: [id],
    });
    return row;
  }

  async renew(ids: readonly string[], worker: string, until: Date): Promise<void> {
    await this.database.query({
      name: 'email-renew',
      text: `update emails set lease_until = $3 where id = any ($1::uuid[]) and leased_by = $2 and status = 'sending'`,
      values: [ids, worker, until],
    });
  }

  /** Releases the lease of an aborted attempt; the next worker closes that attempt. */
  async release({ id, worker }: ClaimedEmail, now: Date): Promise<void> {
    await this.database.query({
      name: 'email-release',
      text: `update emails set lease_until = $3 where id = $1 and leased_by = $2 and status = 'sending'`,
      values: [id, worker, now],
    });
  }

  /**
   * Ends the attempt and schedules the next one. An early attempt isn't followed by another one before the scheduled attempt, unless it
   * got no response while nothing else was sent either, which says nothing about this email.
   */
  async defer(
    email: ClaimedEmail,
    ended: EndedAttempt,
    next: { attemptAt: Date; early: boolean },
  ): Promise<void> {
    await this.database.query({
      name: 'email-defer',
      text: `with attempt as (${WRITE_ATTEMPT})
             update emails set status = 'queued', next_attempt_at = $9, last_error = $8, leased_by = null,
                               lease_until = null, attempt_started_at = null,
                               early_attempts = early_attempts + $10::boolean::int,
                               scheduled_attempt_at = case when $10::boolean and ($7::text is not null or exists (
                                 select from emails sent where sent.sent_at > $5::timestamptz - interval '1 minute'))
                                 then scheduled_attempt_at end
             where id = $1::uuid and status = 'sending' and leased_by = $4::text`,
      values: [...attemptValues(email, ended), next.attemptAt, next.early],
    });
  }

  /** Ends the attempt and fails the email. False if another worker holds the lease by now; it decides how the email ends. */
  async fail(email: ClaimedEmail, ended: EndedAttempt): Promise<boolean> {
    const rows = await this.database.query({
      name: 'email-fail',
      text: `with attempt as (${WRITE_ATTEMPT})
             update emails set status = 'failed', failed_at = $5::timestamptz, last_error = $8::text, leased_by = null,
                               lease_until = null, attempt_started_at = null
             where id = $1::uuid and status = 'sending' and leased_by = $4::text returning 1`,
      values: attemptValues(email, ended),
    });
    return rows.length > 0;
  }

  /** Records emails the server has accepted. They count as sent even if another worker has taken over the lease. */
  sent(emails: readonly SentEmail[]): Recording {
    return {
      name: 'emails-sent',
      writes: [
        `insert into email_attempts (email_id, number, started_at, worker, finished_at, smtp_response, outcome)
         select ended.*, 'sent'
         from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::text[]) ended
         ${ON_EXISTING_ATTEMPT}`,
        `with locked_emails as (${LOCKED})
         update emails set status = 'sent', sent_at = at, last_error = null, leased_by = null, lease_until = null,
                           attempt_started_at = null
         from unnest($1::uuid[], $5::timestamptz[]) ended (email_id, at), locked_emails
         where locked_id = email_id and locked_status = 'sending' and id = locked_id`,
      ],
      values: [
        emails.map(({ email }) => email.id),
        emails.map(({ email }) => email.attempt),
        emails.map(({ email }) => email.startedAt),
        emails.map(({ email }) => email.worker),
        emails.map(({ at }) => at),
        emails.map(({ response }) => response),
      ],
    };
  }

  private async claimAll(claims: Claim[]): Promise<(ClaimedEmail | undefined)[]> {
    const { worker, now, until } = claims.at(-1)!.lease;
    const rows = await this.database.query<ClaimedEmail>({
      name: 'emails-claim',
      text: `with locked_emails as (${LOCKED} skip locked)
             update emails set status = 'sending', attempts = attempts + 1, attempt_started_at = $2, leased_by = $3,
                               lease_until = $4, next_attempt_at = null
             from locked_emails where id = locked_id and locked_status = 'queued' and (waits_until is null or waits_until <= $2)
             returning ${CLAIMED}`,
      values: [claims.map(({ id }) => id), now, worker, until],
    });
    // Duplicate claims of the same email: only the first gets it.
    const byId = new Map(rows.map((row) => [row.id, row]));
    return claims.map(({ id }) => {
      const email = byId.get(id);
      byId.delete(id);
      return email;
    });
  }
}

function attemptValues(email: ClaimedEmail, ended: EndedAttempt): unknown[] {
  return [
    email.id,
    email.attempt,
    email.startedAt,
    email.worker,
    ended.finishedAt,
    ended.outcome,
    ended.smtpResponse,
    ended.error,
  ];
}
