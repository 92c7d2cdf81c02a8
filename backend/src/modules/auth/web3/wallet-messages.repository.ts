import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { WalletMessageEntity } from './wallet-message.entity.js';

/** Used wallet sign-in messages, kept until they could no longer be replayed. */
@Injectable()
export class WalletMessagesRepository {
  constructor(private readonly database: Database) {}

  /** False if the message was used before. */
  async markUsed(messageHash: Buffer, expiresAt: Date): Promise<boolean> {
    const { affectedRows } = await this.database.em
      .createQueryBuilder(WalletMessageEntity)
      .insert({ messageHash, expiresAt })
      .onConflict()
      .ignore()
      .execute();
    return affectedRows > 0;
  }
}
