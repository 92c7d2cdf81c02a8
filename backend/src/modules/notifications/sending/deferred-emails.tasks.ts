import { Injectable } from '@nestjs/common';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { ResumeDeferredEmails } from './resume-deferred-emails.js';

@Injectable()
export class ProbeMailServer extends ScheduledTask {
  override readonly id = 'probe-mail-server';
  override readonly everySeconds = 15;

  constructor(private readonly resumeDeferredEmails: ResumeDeferredEmails) {
    super();
  }

  override run(): Promise<void> {
    return this.resumeDeferredEmails.probe();
  }
}

@Injectable()
export class AdvanceDeferredEmails extends ScheduledTask {
  override readonly id = 'bring-deferred-emails-forward';
  override readonly everySeconds = 2;

  constructor(private readonly resumeDeferredEmails: ResumeDeferredEmails) {
    super();
  }

  override run(): Promise<void> {
    return this.resumeDeferredEmails.resume();
  }
}
