import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { TemplateName } from '../domain/templates/catalog.js';
import { EmailsRepository } from '../persistence/emails.repository.js';

export type CountedOutcome = 'sent' | 'deferred' | 'failed';

/** Figures of the email. An alert belongs on `emails_waiting_for_support`: each of them is a person who was not reached. */
@Injectable()
export class EmailMetrics {
  private readonly outcomes: Counter<'template' | 'outcome'>;

  constructor(metrics: Metrics, emails: EmailsRepository) {
    this.outcomes = metrics.counter('emails_total', 'Attempts at sending, by template and outcome.', [
      'template',
      'outcome',
    ]);
    metrics.gauge(
      'emails_waiting_for_support',
      'Failed mails that nobody has replayed or canceled.',
      ['template'],
      async (gauge) => {
        gauge.reset();
        for (const { template, count } of await emails.countWaitingForSupport())
          gauge.set({ template }, count);
      },
    );
    metrics.gauge('emails_unsent', 'Mails that are not sent, by status.', ['status'], async (gauge) => {
      gauge.reset();
      for (const { status, count } of await emails.countUnsent()) gauge.set({ status }, count);
    });
  }

  count(template: TemplateName, outcome: CountedOutcome): void {
    this.outcomes.inc({ template, outcome });
  }
}
