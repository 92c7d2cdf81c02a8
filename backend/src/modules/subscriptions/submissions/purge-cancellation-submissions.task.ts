import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { CancellationSubmissionsRepository } from './cancellation-submissions.repository.js';

/** Three years: as long as someone may claim that their submission was not honored. */
const RETENTION_SECONDS = 3 * 365 * 86_400;
const BATCH_SIZE = 1000;

/** Deletes old cancellations and withdrawals, which contain personal data. */
@Injectable()
export class PurgeCancellationSubmissions extends ScheduledTask {
  override readonly id = 'purge-cancellation-submissions';
  override readonly everySeconds = 3600;

  constructor(
    private readonly submissions: CancellationSubmissionsRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  override run(): Promise<void> {
    return this.submissions.deleteBefore(this.clock.in(-RETENTION_SECONDS), BATCH_SIZE);
  }
}
