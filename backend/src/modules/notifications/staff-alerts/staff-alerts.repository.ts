import { LockMode, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { TemplateName } from '../templates/domain/catalog.js';
import { StaffAlertEntity } from './staff-alert.entity.js';

/** An alert that is due: its cause's latest occurrence, and the number of occurrences since the last email. */
export type DueAlert = Pick<StaffAlertEntity, 'template' | 'params' | 'occurrences'>;

/** One row per cause. The worker that updates `sentAt` sends the email. */
@Injectable()
export class StaffAlertsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async count(cause: string, template: TemplateName, params: object): Promise<void> {
    await this.database.em
      .createQueryBuilder(StaffAlertEntity)
      .insert({ cause, occurrences: 1, template, params })
      .onConflict('cause')
      .merge({
        occurrences: raw('staff_alerts.occurrences + 1'),
        template: raw('excluded.template'),
        params: raw('excluded.params'),
      })
      .execute();
  }

  /** Takes the causes whose last email is at least this old and that have occurred since. Requires a transaction. */
  async takeDue(intervalSeconds: number): Promise<DueAlert[]> {
    const { em } = this.database;
    const due = await em.find(
      StaffAlertEntity,
      {
        occurrences: { $gt: 0 },
        $or: [{ sentAt: null }, { sentAt: { $lte: this.clock.in(-intervalSeconds) } }],
      },
      { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true },
    );
    const taken = due.map((alert) => {
      const { template, params, occurrences } = alert;
      alert.occurrences = 0;
      alert.sentAt = this.clock.now();
      return { template, params, occurrences };
    });
    // Before the next `count`, which does not see pending changes.
    await em.flush();
    return taken;
  }

  /** Deletes the causes whose last email is at least this old and that have not occurred since. */
  async deleteSent(intervalSeconds: number): Promise<void> {
    const sentAt = { $lte: this.clock.in(-intervalSeconds) };
    await this.database.em.nativeDelete(StaffAlertEntity, { occurrences: 0, sentAt });
  }
}
