import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import type { ProviderEvent } from './webhooks.port.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';
import { ReceiveWebhook } from './receive-webhook.js';

/** Stores events whose webhook never arrived, and counts them. */
@Injectable()
export class StoreMissedEvents {
  private readonly recovered: Counter;

  constructor(
    private readonly receiveWebhook: ReceiveWebhook,
    private readonly webhookEvents: WebhookEventsRepository,
    private readonly isolatedRows: IsolatedRows,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.recovered = metrics.counter(
      'webhook_events_recovered_total',
      'Payment events recovered from the provider because their webhook never arrived.',
    );
  }

  /** Ignores those already stored. */
  async store(events: readonly ProviderEvent[]): Promise<void> {
    const stored = await this.webhookEvents.findStored(events.map(({ id }) => id));
    const missed = events.filter(({ id }) => !stored.has(id));
    await this.isolatedRows.run(missed, {
      task: 'recover-missed-events',
      getId: ({ id }) => id,
      work: async (event) => {
        if (!(await this.receiveWebhook.store(event))) return;
        this.recovered.inc();
        this.logger.warn('missed webhook event recovered', { providerEventId: event.id, type: event.type });
      },
    });
  }
}
