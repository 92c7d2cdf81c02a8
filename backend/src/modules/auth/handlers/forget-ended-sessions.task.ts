import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { Sweep } from '../application/sweep.js';

/** Deletes what is over: sessions and one-time links, a day after their end. */
@Injectable()
export class ForgetEndedSessions extends ScheduledTask {
  override readonly id = 'purge-expired-sessions';
  override readonly everySeconds = 600;

  constructor(
    private readonly sweep: Sweep,
    private readonly clock: Clock,
  ) {
    super();
  }

  override run(): Promise<void> {
    return this.sweep.before(this.clock.in(-86_400));
  }
}
