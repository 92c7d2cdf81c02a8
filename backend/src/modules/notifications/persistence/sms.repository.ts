import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SmsWanted } from '../../auth/index.js';

export interface SmsOutcome {
  status: 'sent' | 'failed' | 'canceled';
  providerId: string | null;
  error: string | null;
}

/** Text messages. Rows hold no code. */
@Injectable()
export class SmsRepository {
  constructor(private readonly database: Database) {}

  async insert(id: string, sms: SmsWanted, now: Date): Promise<void> {
    await this.database.query({
      text: `insert into sms_messages (id, account_id, purpose, channel, recipient, challenge_id, status, created_at)
             values ($1, $2, $3, $4, $5, $6, 'queued', $7)`,
      values: [id, sms.accountId, sms.purpose, sms.channel, sms.phone, sms.challengeId ?? null, now],
    });
  }

  async findQueued(id: string): Promise<SmsWanted | undefined> {
    const [row] = await this.database.query<Omit<SmsWanted, 'challengeId'> & { challengeId: string | null }>({
      text: `select account_id as "accountId", purpose, channel, recipient as phone, challenge_id as "challengeId"
             from sms_messages where id = $1 and status = 'queued'`,
      values: [id],
    });
    if (!row) return undefined;
    const { challengeId, ...wanted } = row;
    return challengeId === null ? wanted : { ...wanted, challengeId };
  }

  /** Deletes up to `limit` messages that were written before this time. */
  async forgetBefore(time: Date, limit: number): Promise<void> {
    await this.database.query({
      text: 'delete from sms_messages where id in (select id from sms_messages where created_at < $1 limit $2)',
      values: [time, limit],
    });
  }

  async finish(id: string, { status, providerId, error }: SmsOutcome, now: Date): Promise<void> {
    await this.database.query({
      text: `update sms_messages set status = $2, provider_id = $3, last_error = $4, finished_at = $5
             where id = $1 and status = 'queued'`,
      values: [id, status, providerId, error, now],
    });
  }
}
