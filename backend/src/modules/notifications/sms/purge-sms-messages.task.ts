import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { SmsRepository } from './sms.repository.js';

/** 30 days: as long as support may have to explain why a code didn't arrive. */
const RETENTION_SECONDS = 2_592_000;
const BATCH_SIZE = 5000;

/** Deletes old SMS messages, because they contain phone numbers. */
@Injectable()
export class PurgeSmsMessages extends ScheduledTask {
  override readonly id = 'purge-sms-messages';
  override readonly everySeconds = 3600;

  constructor(
    private readonly smsMessages: SmsRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  override run(): Promise<void> {
    return this.smsMessages.deleteBefore(this.clock.in(-RETENTION_SECONDS), BATCH_SIZE);
  }
}
