import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { TemplateName } from '../templates/domain/catalog.js';
import { EmailsRepository } from './emails.repository.js';

export type CountedOutcome = 'sent' | 'deferred' | 'failed';

/** Email metrics. Alert on `emails_waiting_for_support`: each one is a person we failed to reach. */
@Injectable()
export class EmailMetrics {
  private readonly outcomes: Counter<'template' | 'outcome'>;

  constructor(metrics: Metrics, emails: EmailsRepository) {
    this.outcomes = metrics.counter('emails_total', 'Delivery attempts by template and outcome.', [
      'template',
      'outcome',
    ]);
    metrics.gauge(
      'emails_waiting_for_support',
      'Failed emails that were neither replayed nor canceled.',
      ['template'],
      async (gauge) => {
        gauge.reset();
        for (const [template, count] of Object.entries(await emails.countWaitingForSupport()))
          gauge.set({ template }, count);
      },
    );
    metrics.gauge('emails_unsent', 'Emails not sent, by status.', ['status'], async (gauge) => {
      gauge.reset();
      for (const [status, count] of Object.entries(await emails.countUnsent())) gauge.set({ status }, count);
    });
  }

  count(template: TemplateName, outcome: CountedOutcome): void {
    this.outcomes.inc({ template, outcome });
  }
}
