import { Injectable } from '@nestjs/common';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { AlertStaff } from './alert-staff.js';

/** Sends alerts that were held back by the hourly limit, and forgets those that were sent. */
@Injectable()
export class SendHeldAlerts extends ScheduledTask {
  override readonly id = 'send-held-alerts';
  override readonly everySeconds = 60;

  constructor(private readonly alertStaff: AlertStaff) {
    super();
  }

  override async run(): Promise<void> {
    await this.alertStaff.sendDue();
    await this.alertStaff.purgeSent();
  }
}
