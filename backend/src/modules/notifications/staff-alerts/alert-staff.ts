import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Settings } from '../../../platform/config/settings.js';
import type { TemplateParams, TemplateName } from '../templates/domain/catalog.js';
import { StaffAlertsRepository } from './staff-alerts.repository.js';
import { QueueEmail } from '../core/queue-email.js';

const INTERVAL_SECONDS = 3600;

/**
 * Emails staff about problems that need attention: at most once an hour per cause, across restarts and workers. Further occurrences
 * are counted and summarized in the next email, once the hour is over.
 */
@Injectable()
export class AlertStaff {
  constructor(
    private readonly alerts: StaffAlertsRepository,
    private readonly queueEmail: QueueEmail,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /** In the open transaction. Occurrences with the same `cause` are counted together. */
  async alert<Name extends TemplateName>(
    cause: string,
    template: Name,
    params: Omit<TemplateParams<Name>, 'others'>,
  ): Promise<void> {
    await this.alerts.count(cause, template, params);
    await this.sendDue();
  }

  /** Forgets the causes that have not occurred since their last email, once that no longer holds back another one. */
  purgeSent(): Promise<void> {
    return this.alerts.deleteSent(INTERVAL_SECONDS);
  }

  /** Queues the alerts that were held back and are due now. */
  async sendDue(): Promise<void> {
    await this.database.transaction(async () => {
      for (const { template, params, occurrences } of await this.alerts.takeDue(INTERVAL_SECONDS)) {
        await this.queueEmail.queue({
          template,
          locale: 'en',
          params: { ...params, others: occurrences - 1 },
          recipient: this.settings.supportEmail,
          userId: null,
        });
      }
    });
  }
}
