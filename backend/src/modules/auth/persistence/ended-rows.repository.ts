import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { forgetOldRows, type AgeingRows } from '../../../platform/database/old-rows.js';

/** What this module keeps for a time only. Refresh tokens go with their session, codes with their challenge. */
const AGEING: readonly AgeingRows[] = [
  { table: 'sessions', key: 'id', time: 'not_after' },
  { table: 'one_time_tokens', key: 'token_hash', time: 'expires_at' },
  { table: 'flow_states', key: 'id', time: 'expires_at' },
  { table: 'factor_challenges', key: 'id', time: 'expires_at' },
  { table: 'passkey_challenges', key: 'id', time: 'expires_at' },
  { table: 'known_devices', key: 'account_id, name, mark_hash', time: 'marked_until' },
  { table: 'provider_flows', key: 'id', time: 'expires_at' },
  { table: 'wallet_messages', key: 'message_hash', time: 'expires_at' },
];

/** Sessions, links, flows, challenges, marks of browsers and messages of wallets that are over. */
@Injectable()
export class EndedRowsRepository {
  constructor(private readonly database: Database) {}

  /** Deletes up to `limit` of each kind. */
  async forgetBefore(time: Date, limit: number): Promise<void> {
    for (const rows of AGEING) await forgetOldRows(this.database, rows, time, limit);
  }
}
