import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { RowPurger } from '../../../platform/scheduler/row-purger.repository.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { WINDOW_SECONDS } from './recover-reversals.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

/** The provider repeats events for 3 days and lists them for 30. Refunds and disputes are compared with stored ones for longer. */
const RETENTION_SECONDS = WINDOW_SECONDS + 30 * 86_400;
const BATCH_SIZE = 5000;

/** Deletes webhook events that can't be received or recovered again. */
@Injectable()
export class PurgeWebhookEvents extends ScheduledTask {
  override readonly id = 'purge-webhook-events';
  override readonly everySeconds = 3600;

  constructor(
    private readonly rowPurger: RowPurger,
    private readonly clock: Clock,
  ) {
    super();
  }

  override run(): Promise<void> {
    const before = this.clock.in(-RETENTION_SECONDS);
    return this.rowPurger.purge(WebhookEventEntity, 'receivedAt', before, BATCH_SIZE);
  }
}
