import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { AccountRecord } from './account.entity.js';

export interface FactorRow {
  id: string;
  accountId: string;
  factorType: 'totp';
  friendlyName: string;
  status: 'unverified' | 'verified';
  secret: Buffer;
  lastStep: number | null;
  lastChallengedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface ChallengeRow {
  ip: string | null;
  expiresAt: Date;
}

const COLUMNS = `id, account_id as "accountId", factor_type as "factorType", friendly_name as "friendlyName", status, secret,
  last_step::float8 as "lastStep", last_challenged_at as "lastChallengedAt", created_at as "createdAt", updated_at as "updatedAt"`;

/** Second factors and their challenges. */
@Injectable()
export class FactorsRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. Nothing is asked for an account that never had one. */
  async of(account: Pick<AccountRecord, 'id' | 'hasFactors'>): Promise<FactorRow[]> {
    if (!account.hasFactors) return [];
    return this.database.query<FactorRow>({
      name: 'factors-of-account',
      text: `select ${COLUMNS} from factors where account_id = $1 order by created_at, id`,
      values: [account.id],
    });
  }

  async insert(factor: FactorRow): Promise<void> {
    await this.database.query({
      text: `insert into factors (id, account_id, factor_type, friendly_name, status, secret, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      values: [
        factor.id,
        factor.accountId,
        factor.factorType,
        factor.friendlyName,
        factor.status,
        factor.secret,
        factor.createdAt,
      ],
    });
  }

  async verified(id: string, step: number, now: Date): Promise<void> {
    await this.database.query({
      text: `update factors set status = 'verified', last_step = $2, updated_at = $3 where id = $1`,
      values: [id, step, now],
    });
  }

  async remove(id: string): Promise<void> {
    await this.database.query({ text: 'delete from factors where id = $1', values: [id] });
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.database.query({ text: 'delete from factors where account_id = $1', values: [accountId] });
  }

  /** Those that nobody has shown a code of; all, or those begun before a time. */
  async removeUnverifiedOf(accountId: string, begunBefore: Date | null): Promise<void> {
    await this.database.query({
      text: `delete from factors where account_id = $1 and status = 'unverified'
               and ($2::timestamptz is null or created_at < $2)`,
      values: [accountId, begunBefore],
    });
  }

  async challenge(challenge: {
    id: string;
    factorId: string;
    ip: string | null;
    now: Date;
    expiresAt: Date;
  }): Promise<void> {
    await this.database.query({
      text: `with factor as (update factors set last_challenged_at = $4 where id = $2 returning id)
             insert into factor_challenges (id, factor_id, ip, expires_at) select $1, id, $3, $5 from factor`,
      values: [challenge.id, challenge.factorId, challenge.ip, challenge.now, challenge.expiresAt],
    });
  }

  async findChallenge(id: string, factorId: string): Promise<ChallengeRow | undefined> {
    const [row] = await this.database.query<ChallengeRow>({
      text: `select ip, expires_at as "expiresAt" from factor_challenges where id = $1 and factor_id = $2`,
      values: [id, factorId],
    });
    return row;
  }

  async removeChallengesOf(factorId: string): Promise<void> {
    await this.database.query({
      text: 'delete from factor_challenges where factor_id = $1',
      values: [factorId],
    });
  }

  /** Deletes up to `limit` challenges that expired before this time. */
  async forgetExpiredBefore(time: Date, limit: number): Promise<void> {
    await this.database.query({
      text: `delete from factor_challenges where id in (select id from factor_challenges where expires_at < $1 limit $2)`,
      values: [time, limit],
    });
  }
}
