import { Injectable } from '@nestjs/common';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { RecoverMissedEvents } from './recover-missed-events.js';

@Injectable()
export class RecoverMissedEventsTask extends ScheduledTask {
  override readonly id = 'recover-missed-events';
  override readonly everySeconds = 30;

  constructor(private readonly recoverMissedEvents: RecoverMissedEvents) {
    super();
  }

  override run(): Promise<void> {
    return this.recoverMissedEvents.run();
  }
}
