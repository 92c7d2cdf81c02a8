import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { SmsRepository } from './sms.repository.js';

export type CountedSmsOutcome = 'sent' | 'deferred' | 'failed' | 'canceled';

/** SMS metrics. Each failed message is a person waiting for a code, who will request another one or give up. */
@Injectable()
export class SmsMetrics {
  private readonly outcomes: Counter<'purpose' | 'outcome'>;

  constructor(metrics: Metrics, messages: SmsRepository) {
    this.outcomes = metrics.counter('sms_total', 'SMS delivery attempts by purpose and outcome.', [
      'purpose',
      'outcome',
    ]);
    metrics.gauge('sms_unsent', 'SMS messages not sent, by status.', ['status'], async (gauge) => {
      gauge.reset();
      for (const [status, count] of Object.entries(await messages.countUnsent()))
        gauge.set({ status }, count);
    });
  }

  count(purpose: string, outcome: CountedSmsOutcome): void {
    this.outcomes.inc({ purpose, outcome });
  }
}
