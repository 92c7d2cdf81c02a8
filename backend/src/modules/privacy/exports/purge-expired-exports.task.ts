import { Injectable } from '@nestjs/common';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { DataExportsRepository } from './data-exports.repository.js';
import { ExportFiles } from './export-files.js';

const BATCH_SIZE = 200;

/** Deletes exports seven days after they were prepared. */
@Injectable()
export class PurgeExpiredExports extends ScheduledTask {
  override readonly id = 'purge-expired-exports';
  override readonly everySeconds = 3600;

  constructor(
    private readonly dataExports: DataExportsRepository,
    private readonly files: ExportFiles,
    private readonly isolatedRows: IsolatedRows,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await this.isolatedRows.run(await this.dataExports.findExpired(BATCH_SIZE), {
      task: this.id,
      getId: ({ id }) => id,
      work: async ({ id }) => {
        await this.files.delete(id);
        await this.dataExports.delete(id);
      },
    });
  }
}
