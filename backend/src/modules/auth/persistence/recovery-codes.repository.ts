import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** The codes of an account, listed among its factors. */
export interface RecoverySet {
  /** Of the factor. */
  id: string;
  friendlyName: string;
  remaining: number;
  /** Of the codes: the set keeps its id when they are made again. */
  codesGeneratedAt: Date | null;
}

/** Codes for who has lost his second factor, by their hash. They go with the factor that stands for them. */
@Injectable()
export class RecoveryCodesRepository {
  constructor(private readonly database: Database) {}

  async findSetByUser(userId: string): Promise<RecoverySet | undefined> {
    const [row] = await this.database.query<RecoverySet>({
      text: `select f.id, f.friendly_name as "friendlyName", max(c.created_at) as "codesGeneratedAt",
                    count(c.code_hash) filter (where c.used_at is null)::int as remaining
             from factors f left join recovery_codes c on c.factor_id = f.id
             where f.user_id = $1 and f.factor_type = 'recovery_code' group by f.id`,
      values: [userId],
    });
    return row;
  }

  /** In the place of all earlier ones of the set. */
  async replace(
    { userId, setId }: { userId: string; setId: string },
    hashes: readonly Buffer[],
    now: Date,
  ): Promise<void> {
    await this.database.query({
      text: 'delete from recovery_codes where factor_id = $1',
      values: [setId],
    });
    await this.database.query({
      text: `insert into recovery_codes (user_id, factor_id, code_hash, created_at)
             select $1, $2, hash, $4 from unnest($3::bytea[]) hash`,
      values: [userId, setId, hashes, now],
    });
  }

  /** False for a code that is unknown or was used before. */
  async consume(userId: string, hash: Buffer, now: Date): Promise<boolean> {
    const rows = await this.database.query({
      text: `update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning 1`,
      values: [userId, hash, now],
    });
    return rows.length > 0;
  }

  /** With the set. */
  async removeAllForUser(userId: string): Promise<void> {
    await this.database.query({
      text: `delete from factors where user_id = $1 and factor_type = 'recovery_code'`,
      values: [userId],
    });
  }
}
