import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Settings } from '../../../platform/config/settings.js';
import type { ParamsOf, TemplateName } from '../domain/templates/catalog.js';
import { StaffAlertsRepository } from '../persistence/staff-alerts.repository.js';
import { QueueEmail } from './queue-email.js';

const INTERVAL_SECONDS = 3600;

/**
 * Emails staff about something that needs a person: at most once an hour for each cause, over restarts and any number of workers. What
 * occurs meanwhile is counted and named in the next email, which goes out once the hour is over.
 */
@Injectable()
export class AlertStaff {
  constructor(
    private readonly alerts: StaffAlertsRepository,
    private readonly queueEmail: QueueEmail,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /** In the transaction of the handler. `cause` is what is counted together. */
  async alert<Name extends TemplateName>(
    cause: string,
    template: Name,
    params: Omit<ParamsOf<Name>, 'others'>,
  ): Promise<void> {
    await this.alerts.count(cause, template, params);
    await this.sendDue();
  }

  /** Sends what was held back and is due now. */
  async sendDue(): Promise<void> {
    await this.database.transaction(async () => {
      for (const { template, params, occurrences } of await this.alerts.takeDue(INTERVAL_SECONDS)) {
        await this.queueEmail.queue({
          template: template as TemplateName,
          locale: 'en',
          params: { ...params, others: occurrences - 1 },
          recipient: this.settings.supportEmail,
          userId: null,
        });
      }
    });
  }
}
