import { Injectable } from '@nestjs/common';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { RemindSubscribers } from './remind-subscribers.js';

@Injectable()
export class RemindSubscribersTask extends ScheduledTask {
  override readonly id = 'remind-subscribers';
  override readonly everySeconds = 3600;

  constructor(private readonly remindSubscribers: RemindSubscribers) {
    super();
  }

  override run(): Promise<void> {
    return this.remindSubscribers.run();
  }
}
