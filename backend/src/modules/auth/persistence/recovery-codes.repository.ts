import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

export interface RecoveryCodesRow {
  remaining: number;
  /** Null when none were ever made. */
  createdAt: Date | null;
}

/** Codes for who has lost his second factor, by their hash. */
@Injectable()
export class RecoveryCodesRepository {
  constructor(private readonly database: Database) {}

  async stateOf(accountId: string): Promise<RecoveryCodesRow> {
    const [row] = await this.database.query<RecoveryCodesRow>({
      text: `select count(*) filter (where used_at is null)::int as remaining, max(created_at) as "createdAt"
             from recovery_codes where account_id = $1`,
      values: [accountId],
    });
    return row!;
  }

  /** In the place of all earlier ones. */
  async replace(accountId: string, hashes: readonly Buffer[], now: Date): Promise<void> {
    await this.removeAllOf(accountId);
    await this.database.query({
      text: `insert into recovery_codes (account_id, code_hash, created_at)
             select $1, hash, $3 from unnest($2::bytea[]) hash`,
      values: [accountId, hashes, now],
    });
  }

  /** False for a code that is unknown or was used before. */
  async use(accountId: string, hash: Buffer, now: Date): Promise<boolean> {
    const rows = await this.database.query({
      text: `update recovery_codes set used_at = $3 where account_id = $1 and code_hash = $2 and used_at is null returning 1`,
      values: [accountId, hash, now],
    });
    return rows.length > 0;
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.database.query({
      text: 'delete from recovery_codes where account_id = $1',
      values: [accountId],
    });
  }
}
