import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** An email that is due within this time anyway is left alone. */
const SOON = '15 seconds';
/** So many deferred together, with none sent since, mean that the server defers whatever comes. */
const TOGETHER = 3;

/** Emails that wait for their next attempt, with how the last one ended. Parameter 1 is the time now. */
const WAITING = `
  latest as (select max(sent_at) as sent_at from emails),
  waiting as (
    select emails.id, finished_at as failed_at, smtp_response is null as without_response
    from emails join email_attempts on email_id = emails.id and number = attempts
    where status = 'queued' and next_attempt_at > $1::timestamptz + interval '${SOON}' and scheduled_attempt_at is null)`;

/** Makes the picked ones due now and keeps their place in the schedule. */
const BRING_FORWARD = `
  update emails set scheduled_attempt_at = next_attempt_at, next_attempt_at = $1
  from picked where emails.id = picked.id and status = 'queued' and scheduled_attempt_at is null
  returning event_id as "eventId"`;

/** Deferred emails that may be sent ahead of their schedule. Gives the events that send them, which are to be made due as well. */
@Injectable()
export class DeferredEmailsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Brings emails forward that failed while nothing was sent, now that something has been: up to twice as many as were sent in the
   * last ten seconds, so that the server is given more only as it takes more, and none once it has stopped.
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

  /** True while emails wait because the server as a whole seems to be unavailable. */
  async isServerSuspect(now: Date): Promise<boolean> {
    const rows = await this.database.query({
      name: 'emails-server-suspect',
      text: `with ${WAITING}, ${this.suspects} select from suspects limit 1`,
      values: [now],
    });
    return rows.length > 0;
  }

  /** Brings the one forward that has waited longest since the server became suspect. */
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
        select waiting.*, count(*) over () as together from waiting, latest
        where latest.sent_at is null or failed_at >= latest.sent_at),
      suspects as (select * from failed where without_response or together >= ${TOGETHER})`;
  }
}
