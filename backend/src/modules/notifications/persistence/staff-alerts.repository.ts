import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';

/** An alert that is due: its cause's latest occurrence, and the number of occurrences since the last email. */
export interface DueAlert {
  cause: string;
  template: string;
  params: object;
  occurrences: number;
}

/** One row per cause. The worker that updates `sent_at` sends the email. */
@Injectable()
export class StaffAlertsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async count(cause: string, template: string, params: object): Promise<void> {
    await this.database.query({
      text: `insert into staff_alerts (cause, occurrences, template, params) values ($1, 1, $2, $3)
             on conflict (cause) do update set occurrences = staff_alerts.occurrences + 1, template = $2, params = $3`,
      values: [cause, template, JSON.stringify(params)],
    });
  }

  /** Takes the causes whose last email is at least this old and that have occurred since. Requires a transaction. */
  takeDue(intervalSeconds: number): Promise<DueAlert[]> {
    return this.database.query<DueAlert>({
      text: `with due as (select cause, occurrences from staff_alerts
                          where occurrences > 0 and (sent_at is null or sent_at <= $2) for update skip locked)
             update staff_alerts a set sent_at = $1, occurrences = 0 from due where a.cause = due.cause
             returning a.cause, a.template, a.params, due.occurrences`,
      values: [this.clock.now(), this.clock.in(-intervalSeconds)],
    });
  }
}
