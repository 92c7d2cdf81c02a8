import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Database } from '../database/database.js';
import { ScheduledTask } from '../scheduler/scheduled-task.js';

const KEPT_DAYS = 14;

/** Deletes finished events, their inbox rows and old idempotent answers, in small bites. */
@Injectable()
export class ForgetDoneEvents extends ScheduledTask {
  override readonly name = 'forget-done-events';
  override readonly everySeconds = 600;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await this.database.query({
      text: `delete from outbox_events where id in (
               select id from outbox_events where done_at < $1 order by done_at limit 5000)`,
      values: [this.clock.in(-KEPT_DAYS * 86_400)],
    });
    await this.database.query({
      text: 'delete from idempotent_answers where created_at < $1',
      values: [this.clock.in(-86_400)],
    });
  }
}
