import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { RowPurger } from '../../../platform/database/row-purger.js';
import type { SmsRequestedPayload } from '../../auth/index.js';
import { SmsMessageEntity } from './sms-message.entity.js';

export type SmsStatus = 'queued' | 'sent' | 'failed' | 'canceled';

/** A stored SMS message; never includes the code. */
export interface SmsMessage {
  id: string;
  userId: string;
  /** Digits. */
  recipient: string;
  purpose: SmsRequestedPayload['purpose'];
  channel: SmsRequestedPayload['channel'];
  status: SmsStatus;
  /** The provider's message id. */
  providerId: string | null;
  lastError: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface SmsQuery {
  /** A phone number or its first digits. */
  recipient?: string | undefined;
  status?: SmsStatus | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}

/** A keyset cursor; newest first. */
export interface SmsPosition {
  createdAt: Date;
  id: string;
}

export interface SmsOutcome {
  status: Exclude<SmsStatus, 'queued'>;
  providerId: string | null;
  error: string | null;
}

@Injectable()
export class SmsRepository {
  constructor(
    private readonly database: Database,
    private readonly rowPurger: RowPurger,
  ) {}

  async insert(id: string, sms: SmsRequestedPayload, now: Date): Promise<void> {
    await this.database.query({
      text: `insert into sms_messages (id, user_id, purpose, channel, recipient, challenge_id, status, created_at)
             values ($1, $2, $3, $4, $5, $6, 'queued', $7)`,
      values: [id, sms.userId, sms.purpose, sms.channel, sms.phone, sms.challengeId ?? null, now],
    });
  }

  async findQueued(id: string): Promise<SmsRequestedPayload | undefined> {
    const [row] = await this.database.query<
      Omit<SmsRequestedPayload, 'challengeId'> & { challengeId: string | null }
    >({
      text: `select user_id as "userId", purpose, channel, recipient as phone, challenge_id as "challengeId"
             from sms_messages where id = $1 and status = 'queued'`,
      values: [id],
    });
    if (!row) return undefined;
    const { challengeId, ...requested } = row;
    return challengeId === null ? requested : { ...requested, challengeId };
  }

  /** Newest first, starting after the position. */
  find(query: SmsQuery, after: SmsPosition | undefined, limit: number): Promise<SmsMessage[]> {
    return this.database.query<SmsMessage>({
      text: `select id, user_id as "userId", recipient, purpose, channel, status, provider_id as "providerId",
                    last_error as "lastError", created_at as "createdAt", finished_at as "finishedAt"
             from sms_messages
             where ($1::text is null or starts_with(recipient, $1)) and ($2::text is null or status = $2)
               and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
               and ($5::timestamptz is null or (created_at, id) < ($5, $6::uuid))
             order by created_at desc, id desc limit $7`,
      values: [
        query.recipient ?? null,
        query.status ?? null,
        query.createdFrom ?? null,
        query.createdTo ?? null,
        after?.createdAt ?? null,
        after?.id ?? null,
        limit,
      ],
    });
  }

  /** Counts of stored messages that were not sent. */
  countUnsent(): Promise<{ status: SmsStatus; count: number }[]> {
    return this.database.query({
      text: `select status, count(*)::int as count from sms_messages where status <> 'sent' group by status`,
    });
  }

  /** Deletes up to `limit` messages created before this time. */
  async deleteBefore(time: Date, limit: number): Promise<void> {
    await this.rowPurger.purge(SmsMessageEntity, 'createdAt', time, limit);
  }

  async finish(id: string, { status, providerId, error }: SmsOutcome, now: Date): Promise<void> {
    await this.database.query({
      text: `update sms_messages set status = $2, provider_id = $3, last_error = $4, finished_at = $5
             where id = $1 and status = 'queued'`,
      values: [id, status, providerId, error, now],
    });
  }
}
