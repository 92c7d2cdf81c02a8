import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Database } from '../database/database.js';
import { forgetOldRows } from '../database/old-rows.js';
import { ScheduledTask } from '../scheduler/scheduled-task.js';

const KEPT_DAYS = 14;
const DAY_SECONDS = 86_400;
const BITE = 5000;
const EVENTS = { table: 'outbox_events', key: 'id', time: 'done_at' };
const ANSWERS = { table: 'idempotent_answers', key: 'scope, key', time: 'created_at' };

/** Deletes finished events, their inbox rows and old idempotent answers, in small bites. */
@Injectable()
export class ForgetDoneEvents extends ScheduledTask {
  override readonly id = 'purge-completed-events';
  override readonly everySeconds = 600;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await forgetOldRows(this.database, EVENTS, this.clock.in(-KEPT_DAYS * DAY_SECONDS), BITE);
    await forgetOldRows(this.database, ANSWERS, this.clock.in(-DAY_SECONDS), BITE);
  }
}
