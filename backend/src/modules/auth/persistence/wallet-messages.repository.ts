import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** Signed messages that were used; kept as long as they could be shown again. */
@Injectable()
export class WalletMessagesRepository {
  constructor(private readonly database: Database) {}

  /** False when it was used before. */
  async markUsed(messageHash: Buffer, expiresAt: Date): Promise<boolean> {
    const rows = await this.database.query({
      text: `insert into wallet_messages (message_hash, expires_at) values ($1, $2) on conflict do nothing returning 1`,
      values: [messageHash, expiresAt],
    });
    return rows.length > 0;
  }
}
