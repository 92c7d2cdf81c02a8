import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { RowPurger } from '../../../platform/scheduler/row-purger.repository.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { DeclineEntity } from './decline.entity.js';

const DAY_SECONDS = 86_400;
const BATCH_SIZE = 5000;

/** Deletes declines that are too old to count toward a limit. */
@Injectable()
export class PurgeDeclines extends ScheduledTask {
  override readonly id = 'purge-declines';
  override readonly everySeconds = 600;

  constructor(
    private readonly rowPurger: RowPurger,
    private readonly clock: Clock,
  ) {
    super();
  }

  override run(): Promise<void> {
    return this.rowPurger.purge(DeclineEntity, 'declinedAt', this.clock.in(-DAY_SECONDS), BATCH_SIZE);
  }
}
