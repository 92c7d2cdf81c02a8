import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { PendingDeletionsRepository } from './pending-deletions.repository.js';

const BATCH_SIZE = 50;
const MAX_BATCHES = 200;
const FIRST_RETRY_SECONDS = 30;
const LAST_RETRY_SECONDS = 3600;

/** Deletes bytes that no object refers to any more. A failed deletion is retried with growing delays. */
@Injectable()
export class DeleteUnusedFiles extends ScheduledTask {
  override readonly id = 'delete-unused-files';
  override readonly everySeconds = 5;

  constructor(
    private readonly deletions: PendingDeletionsRepository,
    private readonly backend: StorageBackend,
    private readonly isolatedRows: IsolatedRows,
    metrics: Metrics,
  ) {
    super();
    metrics.gauge('storage_pending_deletions', 'Files that are still to be deleted.', [], async (gauge) => {
      gauge.set(await this.deletions.count());
    });
  }

  override async run(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const startedAt = performance.now();
      const due = await this.deletions.findDue(BATCH_SIZE);
      const deleted: string[] = [];
      await this.isolatedRows.run(due, {
        task: this.id,
        getId: ({ key }) => key.slice(key.lastIndexOf('/') + 1),
        concurrency: 4,
        work: async ({ key }) => {
          await this.backend.delete([key]);
          deleted.push(key);
        },
        onFailure: (row) =>
          this.deletions.postpone(row, Math.min(FIRST_RETRY_SECONDS * 2 ** row.attempts, LAST_RETRY_SECONDS)),
      });
      if (deleted.length > 0) await this.deletions.remove(deleted);
      if (due.length < BATCH_SIZE) return;
      // At most half of the time, because the database and the backend serve requests, too.
      await pause(performance.now() - startedAt);
    }
  }
}
