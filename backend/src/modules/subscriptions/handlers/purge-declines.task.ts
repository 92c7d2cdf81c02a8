import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { forgetOldRows } from '../../../platform/database/old-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';

const DAY_SECONDS = 86_400;
const BATCH_SIZE = 5000;
const DECLINES = { table: 'checkout_declines', key: 'id', time: 'declined_at' };

/** Deletes declines that no limit looks at any more. */
@Injectable()
export class PurgeDeclines extends ScheduledTask {
  override readonly name = 'purge-declines';
  override readonly everySeconds = 600;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override run(): Promise<void> {
    return forgetOldRows(this.database, DECLINES, this.clock.in(-DAY_SECONDS), BATCH_SIZE);
  }
}
