import { Injectable } from '@nestjs/common';
import { RowPurger, type ExpiringRows } from '../../../platform/database/row-purger.js';

/** Rows with an expiry. Refresh tokens are deleted with their session, codes with their challenge. */
const EXPIRING_ROWS: readonly ExpiringRows[] = [
  { table: 'sessions', time: 'not_after' },
  { table: 'one_time_tokens', time: 'expires_at' },
  { table: 'flow_states', time: 'expires_at' },
  { table: 'factor_challenges', time: 'expires_at' },
  { table: 'passkey_challenges', time: 'expires_at' },
  { table: 'known_devices', time: 'expires_at' },
  { table: 'oauth_flows', time: 'expires_at' },
  { table: 'wallet_messages', time: 'expires_at' },
];

/** Purges expired sessions, tokens, flows, challenges, known devices and wallet messages. */
@Injectable()
export class ExpiredRowsRepository {
  constructor(private readonly rowPurger: RowPurger) {}

  /** Deletes up to `limit` rows per table. */
  async deleteBefore(time: Date, limit: number): Promise<void> {
    for (const rows of EXPIRING_ROWS) await this.rowPurger.purge(rows, time, limit);
  }
}
