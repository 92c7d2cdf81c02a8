import { Injectable } from '@nestjs/common';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { AlertStaff } from './alert-staff.js';

/** Sends alerts that were held back by the hourly limit. */
@Injectable()
export class SendHeldAlerts extends ScheduledTask {
  override readonly id = 'send-held-alerts';
  override readonly everySeconds = 60;

  constructor(private readonly alertStaff: AlertStaff) {
    super();
  }

  override run(): Promise<void> {
    return this.alertStaff.sendDue();
  }
}
