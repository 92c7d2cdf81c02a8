import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { PurgeExpiredRows } from './purge-expired-rows.js';

/** Deletes sessions, one-time tokens and other short-lived rows a day after they expire. */
@Injectable()
export class PurgeExpiredSessions extends ScheduledTask {
  override readonly id = 'purge-expired-sessions';
  override readonly everySeconds = 600;

  constructor(
    private readonly purgeExpiredRows: PurgeExpiredRows,
    private readonly clock: RealClock,
  ) {
    super();
  }

  override run(): Promise<void> {
    return this.purgeExpiredRows.deleteBefore(this.clock.in(-86_400));
  }
}
