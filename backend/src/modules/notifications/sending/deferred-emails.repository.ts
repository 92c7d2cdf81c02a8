import { raw, type Subquery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { EmailAttemptEntity } from '../core/email-attempt.entity.js';
import { EmailEntity } from '../core/email.entity.js';
import { NOTHING_SENT_BEFORE_FAILURE, NOTHING_SENT_SINCE, SENT_SINCE } from './deferred-emails.queries.js';

/** Emails due within this time are left alone. */
const DUE_SOON_MS = 15_000;
/** This many deferred with none sent since means that the server is deferring everything. */
const OUTAGE_THRESHOLD = 3;
/** The next batch depends on how many emails the server has accepted within this time. */
const PACE_MS = 10_000;

/** Deferred emails that may be sent early. Methods return the ids of the events that send them, which must be made due too. */
@Injectable()
export class DeferredEmailsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Brings forward emails that failed while nothing could be sent, once something has been sent again. Up to twice as many as were sent
   * in the last ten seconds: the batch grows only as fast as the server accepts, and stops when it stops.
   */
  async bringForward(now: Date): Promise<string[]> {
    const sentAt = { $gt: new Date(now.getTime() - PACE_MS) };
    const sent = await this.database.em.count(EmailEntity, { sentAt });
    if (sent === 0) return [];
    const picked = this.waiting(now)
      .andWhere(SENT_SINCE)
      .andWhere(NOTHING_SENT_BEFORE_FAILURE)
      .select('emailId')
      .limit(2 * sent);
    return this.makeDue(picked, now);
  }

  /** True while emails are waiting because the whole server seems to be unavailable. */
  async isServerSuspect(now: Date): Promise<boolean> {
    return (await this.findSuspect(now)) !== undefined;
  }

  /** Brings forward the email that has waited longest since the server became suspect. */
  async bringOneForward(now: Date): Promise<string[]> {
    const suspect = await this.findSuspect(now);
    return suspect ? this.makeDue([suspect.emailId], now) : [];
  }

  /** The oldest failure since the last sent email, if it got no response or enough others failed too. */
  private async findSuspect(now: Date): Promise<EmailAttemptEntity | undefined> {
    const failed = await this.waiting(now)
      .andWhere(NOTHING_SENT_SINCE)
      .limit(OUTAGE_THRESHOLD)
      .getResultList();
    if (failed.length === OUTAGE_THRESHOLD) return failed[0];
    return failed.find(({ smtpResponse }) => smtpResponse === null);
  }

  /** Last attempts of the emails waiting for their next one, oldest first. */
  private waiting(now: Date) {
    const { em } = this.database;
    const emails = em.createQueryBuilder(EmailEntity).where({
      status: 'queued',
      nextAttemptAt: { $gt: new Date(now.getTime() + DUE_SOON_MS) },
      scheduledAttemptAt: null,
    });
    const isLast = { 'email.id': raw('attempt.email_id'), 'email.attempts': raw('attempt.number') };
    return em
      .createQueryBuilder(EmailAttemptEntity, 'attempt')
      .innerJoin(emails, 'email', isLast)
      .orderBy({ finishedAt: 'asc' });
  }

  /** Makes emails due now without losing their place in the schedule. */
  private async makeDue(ids: string[] | Subquery, now: Date): Promise<string[]> {
    const due: { eventId: string }[] = await this.database.em
      .createQueryBuilder(EmailEntity)
      .update({ scheduledAttemptAt: raw('next_attempt_at'), nextAttemptAt: now })
      .where({ id: { $in: ids }, status: 'queued', scheduledAttemptAt: null })
      .returning('eventId')
      .execute('all');
    return due.map(({ eventId }) => eventId);
  }
}
