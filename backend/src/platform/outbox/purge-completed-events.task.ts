import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { RowPurger } from '../database/row-purger.js';
import { ScheduledTask } from '../scheduler/scheduled-task.js';

const RETENTION_DAYS = 14;
const DAY_SECONDS = 86_400;
const BATCH_SIZE = 5000;
const EVENTS = { table: 'outbox_events', time: 'done_at' };
const IDEMPOTENCY_KEYS = { table: 'idempotency_keys', time: 'created_at' };

/** Deletes completed events, their inbox rows and expired idempotency keys, in small batches. */
@Injectable()
export class PurgeCompletedEvents extends ScheduledTask {
  override readonly id = 'purge-completed-events';
  override readonly everySeconds = 600;

  constructor(
    private readonly rowPurger: RowPurger,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await this.rowPurger.purge(EVENTS, this.clock.in(-RETENTION_DAYS * DAY_SECONDS), BATCH_SIZE);
    await this.rowPurger.purge(IDEMPOTENCY_KEYS, this.clock.in(-DAY_SECONDS), BATCH_SIZE);
  }
}
