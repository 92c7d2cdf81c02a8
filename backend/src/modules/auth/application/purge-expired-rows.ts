import { Injectable } from '@nestjs/common';
import { ExpiredRowsRepository } from '../persistence/expired-rows.repository.js';

const BATCH_SIZE = 5000;

/** Deletes ended sessions, expired links, flows, challenges and marks of browsers, in small bites. */
@Injectable()
export class PurgeExpiredRows {
  constructor(private readonly expiredRows: ExpiredRowsRepository) {}

  deleteBefore(time: Date): Promise<void> {
    return this.expiredRows.deleteBefore(time, BATCH_SIZE);
  }
}
