import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Clock } from '../../../platform/clock/clock.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { PAYMENT_EVENT_TYPES } from '../domain/webhook-domain-events.js';
import { PaymentProvider, type ProviderEvent } from '../domain/payment-provider.js';
import { WebhookEventsRepository } from '../persistence/webhook-events.repository.js';
import { ProviderCursors } from '../persistence/provider-cursors.repository.js';
import { ReceiveWebhook } from './receive-webhook.js';

const CURSOR = 'payment-events';
/** How far back the first run looks. */
const FIRST_LOOK_SECONDS = 86_400;
/** Events may be listed a little after others that happened later. */
const OVERLAP_SECONDS = 300;
/** The webhook of an event this young is still on its way. */
const DELIVERY_SECONDS = 10;

/**
 * Reads from the provider which payments succeeded lately and takes up those whose webhook was lost. What it costs depends on the
 * payments since the last run, never on how many checkouts are open.
 */
@Injectable()
export class RecoverMissedEvents {
  private readonly recovered: Counter;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly receiveWebhook: ReceiveWebhook,
    private readonly webhookEvents: WebhookEventsRepository,
    private readonly cursors: ProviderCursors,
    private readonly isolatedRows: IsolatedRows,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.recovered = metrics.counter(
      'webhook_events_recovered_total',
      'Payment events whose webhook never arrived, found in the list of events at the provider.',
    );
  }

  /** The cursor is the provider's own time of the newest event seen, so that the two clocks need not agree. */
  async run(): Promise<void> {
    const readUntil = await this.cursors.readUntil(CURSOR, this.clock.in(-FIRST_LOOK_SECONDS));
    const since = new Date(readUntil.getTime() - OVERLAP_SECONDS * 1000);
    let newest = readUntil;
    for await (const page of this.provider.listEvents({ types: PAYMENT_EVENT_TYPES, since })) {
      const events = page.filter((event) => !this.isBeingDelivered(event));
      for (const { occurredAt } of events) if (occurredAt > newest) newest = occurredAt;
      await this.takeUp(events);
    }
    await this.cursors.advance(CURSOR, newest);
  }

  private async takeUp(events: ProviderEvent[]): Promise<void> {
    const known = await this.webhookEvents.findKnown(events.map(({ id }) => id));
    const missed = events.filter(({ id }) => !known.has(id));
    await this.isolatedRows.run(missed, {
      task: 'recover-missed-events',
      idOf: ({ id }) => id,
      work: async (event) => {
        if (!(await this.receiveWebhook.store(event))) return;
        this.recovered.inc();
        this.logger.warn('missed webhook event recovered', { providerEventId: event.id, type: event.type });
      },
    });
  }

  private isBeingDelivered({ occurredAt }: ProviderEvent): boolean {
    const ageSeconds = (this.clock.now().getTime() - occurredAt.getTime()) / 1000;
    return ageSeconds >= 0 && ageSeconds < DELIVERY_SECONDS;
  }
}
