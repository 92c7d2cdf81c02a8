import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { RowPurger } from '../scheduler/row-purger.repository.js';
import { IdempotencyKeyEntity } from '../http/idempotency-key.entity.js';
import { ScheduledTask } from '../scheduler/scheduled-task.js';
import { OutboxEventEntity } from './outbox-event.entity.js';

const RETENTION_DAYS = 14;
const DAY_SECONDS = 86_400;
const BATCH_SIZE = 5000;

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
    const eventsBefore = this.clock.in(-RETENTION_DAYS * DAY_SECONDS);
    await this.rowPurger.purge(OutboxEventEntity, 'doneAt', eventsBefore, BATCH_SIZE);
    await this.rowPurger.purge(IdempotencyKeyEntity, 'createdAt', this.clock.in(-DAY_SECONDS), BATCH_SIZE);
  }
}
