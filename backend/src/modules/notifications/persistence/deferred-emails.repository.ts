import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** Emails due within this time are left alone. */
const DUE_SOON = '15 seconds';
/** This many deferred with none sent since means that the server is deferring everything. */
const OUTAGE_THRESHOLD = 3;

/** Emails waiting for their next attempt, with the outcome of the last one. Parameter 1 is the current time. */
const WAITING = `
  latest as (select max(sent_at) as sent_at from emails),
  waiting as (
    select emails.id, finished_at as failed_at, smtp_response is null as without_response
    from emails join email_attempts on email_id = emails.id and number = attempts
    where status = 'queued' and next_attempt_at > $1::timestamptz + interval '${DUE_SOON}' and scheduled_attempt_at is null)`;

/** Makes the picked emails due now without losing their place in the schedule. */
const BRING_FORWARD = `
  update emails set scheduled_attempt_at = next_attempt_at, next_attempt_at = $1
  from picked where emails.id = picked.id and status = 'queued' and scheduled_attempt_at is null
  returning event_id as "eventId"`;

/** Deferred emails that may be sent early. Methods return the ids of the events that send them, which must be made due too. */
@Injectable()
export class DeferredEmailsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Brings forward emails that failed while nothing could be sent, once something has been sent again. Up to twice as many as were sent
   * in the last ten seconds: the batch grows only as fast as the server accepts, and stops when it stops.
   */
  async bringForward(now: Date): Promise<string[]> {
    const rows = await this.database.query<{ eventId: string }>({
      name: 'emails-bring-forward',
      text: `with ${WAITING},
               picked as (
                 select id from waiting, latest
                 where failed_at < latest.sent_at and not exists (
                   select from emails sent where sent.sent_at between failed_at - interval '5 seconds' and failed_at)
                 order by failed_at
                 limit (select 2 * count(*) from emails where sent_at > $1::timestamptz - interval '10 seconds'))
             ${BRING_FORWARD}`,
      values: [now],
    });
    return rows.map(({ eventId }) => eventId);
  }

  /** True while emails are waiting because the whole server seems to be unavailable. */
  async isServerSuspect(now: Date): Promise<boolean> {
    const rows = await this.database.query({
      name: 'emails-server-suspect',
      text: `with ${WAITING}, ${this.suspects} select from suspects limit 1`,
      values: [now],
    });
    return rows.length > 0;
  }

  /** Brings forward the email that has waited longest since the server became suspect. */
  async bringOneForward(now: Date): Promise<string[]> {
    const rows = await this.database.query<{ eventId: string }>({
      name: 'emails-bring-one-forward',
      text: `with ${WAITING}, ${this.suspects},
               picked as (select id from suspects order by failed_at limit 1)
             ${BRING_FORWARD}`,
      values: [now],
    });
    return rows.map(({ eventId }) => eventId);
  }

  private get suspects(): string {
    return `
      failed as (
        select waiting.*, count(*) over () as failures from waiting, latest
        where latest.sent_at is null or failed_at >= latest.sent_at),
      suspects as (select * from failed where without_response or failures >= ${OUTAGE_THRESHOLD})`;
  }
}
