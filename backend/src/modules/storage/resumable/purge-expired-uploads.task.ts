import { Injectable } from '@nestjs/common';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { DiscardUpload } from './discard-upload.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';

const BATCH_SIZE = 200;

/** Purges expired uploads, completed or not. */
@Injectable()
export class PurgeExpiredUploads extends ScheduledTask {
  override readonly id = 'purge-expired-uploads';
  override readonly everySeconds = 600;

  constructor(
    private readonly uploads: ResumableUploadsRepository,
    private readonly discardUpload: DiscardUpload,
    private readonly isolatedRows: IsolatedRows,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await this.isolatedRows.run(await this.uploads.findExpired(BATCH_SIZE), {
      task: this.id,
      getId: ({ id }) => id,
      concurrency: 4,
      work: ({ id }) => this.discardUpload.discard(id),
    });
  }
}
