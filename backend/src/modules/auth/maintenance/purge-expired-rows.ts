import { Injectable } from '@nestjs/common';
import { ExpiredRowsRepository } from './expired-rows.repository.js';

const BATCH_SIZE = 5000;

/** Deletes ended sessions and expired links, flows, challenges and device tokens, in small batches. */
@Injectable()
export class PurgeExpiredRows {
  constructor(private readonly expiredRows: ExpiredRowsRepository) {}

  /** Deletes one batch per table of rows that expired before `time`. */
  deleteBefore(time: Date): Promise<void> {
    return this.expiredRows.deleteBefore(time, BATCH_SIZE);
  }
}
