import { LockMode, raw, sql } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Batch } from '../../../platform/database/batch.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Database } from '../../../platform/database/database.js';
import type { Recording } from '../../../platform/outbox/event-handler.js';
import { EmailAttemptEntity } from '../core/email-attempt.entity.js';
import { EmailEntity } from '../core/email.entity.js';
import {
  claimDue,
  LEASE_SECONDS,
  lockRecordingTables,
  recordSent,
  renewLeases,
  type ClaimedEmail,
  type Lease,
  type SentEmail,
} from './sending.queries.js';

/** Why an email can't be claimed. */
export interface Unclaimable {
  status: EmailEntity['status'];
  nextAttemptAt: Date | null;
  /** How long to wait for the lease to expire if it is being sent: at least a second. */
  leaseSeconds: number;
}

interface Claim {
  id: string;
  lease: Lease;
}

export type EndedAttempt = Pick<EmailAttemptEntity, 'outcome' | 'smtpResponse' | 'error' | 'finishedAt'>;

const NO_LEASE = { leasedBy: null, leaseUntil: null, attemptStartedAt: null } as const;

/** Nothing was sent for this long: the mail server may be unavailable. */
const RECENT_MS = 60_000;

/** Claims, leases and outcomes of sends. Statements that run for every email are batched. */
@Injectable()
export class SendingRepository {
  private readonly claims = new Batch((claims: Claim[]) => this.claimAll(claims));

  constructor(private readonly database: Database) {}

  /** Starts an attempt if the email is due. */
  claim(id: string, lease: Lease): Promise<ClaimedEmail | undefined> {
    return this.claims.load({ id, lease });
  }

  /**
   * True if the lease of the email has expired. Writes to the email, and locks the tables that its worker needs to record it, so it
   * throws, or waits, while that worker can't renew the lease or record the email.
   */
  confirmExpired(id: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.database.query(lockRecordingTables);
      const expired = await this.database.em.nativeUpdate(EmailEntity, whereLeaseExpired(id), {
        leaseUntil: raw('lease_until'),
      });
      return expired > 0;
    });
  }

  /** Starts an attempt on an email whose lease has expired because its worker is dead or disconnected. Closes that worker's attempt. */
  takeOver(id: string, { worker, now }: Lease): Promise<ClaimedEmail | undefined> {
    return this.database.transaction(async () => {
      const { em } = this.database;
      const email = await em.findOne(EmailEntity, whereLeaseExpired(id), {
        lockMode: LockMode.PESSIMISTIC_WRITE,
        refresh: true,
      });
      if (!email) return undefined;
      await this.insertAttempt(email as ClaimedEmail, interruptedAt(now))
        .ignore()
        .execute();
      const lease = { attempts: email.attempts + 1, attemptStartedAt: now, leasedBy: worker };
      await em.nativeUpdate(EmailEntity, { id }, { ...lease, leaseUntil: databaseTime(LEASE_SECONDS) });
      return { ...(email as ClaimedEmail), ...lease };
    });
  }

  async whyUnclaimable(id: string): Promise<Unclaimable | undefined> {
    const [email] = await this.database.em
      .createQueryBuilder(EmailEntity)
      .select([
        'status',
        'nextAttemptAt',
        sql`greatest(1, extract(epoch from lease_until - clock_timestamp()))::float8`.as('leaseSeconds'),
      ])
      .where({ id })
      .execute<Unclaimable[]>('all');
    return email;
  }

  async renew(ids: readonly string[], worker: string): Promise<void> {
    await this.database.query(renewLeases(ids, worker));
  }

  /** Ends an aborted attempt; the email is due again. */
  async release(email: ClaimedEmail, now: Date): Promise<void> {
    await this.database.transaction(async () => {
      await this.writeAttempt(email, interruptedAt(now));
      const changes = { status: 'queued', nextAttemptAt: now, ...NO_LEASE } as const;
      await this.database.em.nativeUpdate(EmailEntity, whereLeased(email), changes);
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
    await this.database.transaction(async () => {
      await this.writeAttempt(email, ended);
      const attributable =
        ended.smtpResponse !== null || (await this.wasAnythingSentRecently(ended.finishedAt));
      await this.database.em.nativeUpdate(EmailEntity, whereLeased(email), {
        status: 'queued',
        nextAttemptAt: next.attemptAt,
        lastError: ended.error,
        ...NO_LEASE,
        ...(next.early && { earlyAttempts: raw('early_attempts + 1') }),
        // Kept if the early attempt failed because of this email, not an outage: no further early attempt until then.
        ...(next.early && attributable ? {} : { scheduledAttemptAt: null }),
      });
    });
  }

  /** Ends the attempt and fails the email. False if another worker holds the lease by now; it decides how the email ends. */
  fail(email: ClaimedEmail, ended: EndedAttempt): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.writeAttempt(email, ended);
      const failed = await this.database.em.nativeUpdate(EmailEntity, whereLeased(email), {
        status: 'failed',
        failedAt: ended.finishedAt,
        lastError: ended.error,
        ...NO_LEASE,
      });
      return failed > 0;
    });
  }

  /** Records emails the server has accepted. They count as sent even if another worker has taken over the lease. */
  sent(emails: readonly SentEmail[]): Recording {
    return recordSent(emails);
  }

  private insertAttempt(email: ClaimedEmail, ended: EndedAttempt) {
    const { id: emailId, attempts: number, attemptStartedAt: startedAt, leasedBy: worker } = email;
    return this.database.em
      .createQueryBuilder(EmailAttemptEntity)
      .insert({ emailId, number, startedAt, worker, ...ended })
      .onConflict(['emailId', 'number']);
  }

  /** If recorded twice, the later one wins. */
  private async writeAttempt(email: ClaimedEmail, ended: EndedAttempt): Promise<void> {
    await this.insertAttempt(email, ended)
      .merge(['finishedAt', 'outcome', 'smtpResponse', 'error'])
      .execute();
  }

  private async wasAnythingSentRecently(time: Date): Promise<boolean> {
    const sentAt = { $gt: new Date(time.getTime() - RECENT_MS) };
    return (await this.database.em.findOne(EmailEntity, { sentAt }, { fields: ['id'] })) !== null;
  }

  private async claimAll(claims: Claim[]): Promise<(ClaimedEmail | undefined)[]> {
    const ids = claims.map(({ id }) => id);
    const rows = await this.database.query<ClaimedEmail>(claimDue(ids, claims.at(-1)!.lease));
    // Duplicate claims of the same email: only the first gets it.
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const email = byId.get(id);
      byId.delete(id);
      return email;
    });
  }
}

const interruptedAt = (finishedAt: Date) =>
  ({ outcome: 'interrupted', finishedAt, smtpResponse: null, error: null }) as const;

const whereLeaseExpired = (id: string) =>
  ({ id, status: 'sending', leaseUntil: { $lte: databaseTime() } }) as const;

/** Matches the email while this attempt's worker holds its lease. */
const whereLeased = ({ id, leasedBy }: ClaimedEmail) => ({ id, leasedBy, status: 'sending' }) as const;
