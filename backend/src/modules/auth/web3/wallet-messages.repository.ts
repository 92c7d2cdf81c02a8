import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** Used wallet sign-in messages, kept until they could no longer be replayed. */
@Injectable()
export class WalletMessagesRepository {
  constructor(private readonly database: Database) {}

  /** False if the message was used before. */
  async markUsed(messageHash: Buffer, expiresAt: Date): Promise<boolean> {
    const rows = await this.database.query({
      text: `insert into wallet_messages (message_hash, expires_at) values ($1, $2) on conflict do nothing returning 1`,
      values: [messageHash, expiresAt],
    });
    return rows.length > 0;
  }
}
