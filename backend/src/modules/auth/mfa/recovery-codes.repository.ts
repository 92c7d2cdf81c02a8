import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CredentialStore } from '../core/credential-store.port.js';

/** A user's recovery codes, listed among the factors. */
export interface RecoverySet {
  /** Factor id. */
  id: string;
  friendlyName: string;
  remaining: number;
  /** The set keeps its id when codes are regenerated. */
  codesGeneratedAt: Date | null;
}

/** Hashed recovery codes for users who have lost their MFA factor. Deleted with the factor row that represents the set. */
@Injectable()
export class RecoveryCodesRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

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

  /** Replaces all codes of the set. */
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

  /** False if the code is unknown or was used before. */
  async consume(userId: string, hash: Buffer, now: Date): Promise<boolean> {
    const rows = await this.database.query({
      text: `update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning 1`,
      values: [userId, hash, now],
    });
    return rows.length > 0;
  }

  /** Removes the codes and the set. */
  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.query({
      text: `delete from factors where user_id = $1 and factor_type = 'recovery_code'`,
      values: [userId],
    });
  }
}
