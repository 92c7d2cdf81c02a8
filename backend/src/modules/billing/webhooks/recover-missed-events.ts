import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { RECOVERED_EVENT_TYPES } from './webhook-domain-events.js';
import { WebhooksPort, type ProviderEvent } from './webhooks.port.js';
import { ProviderCursors } from './provider-cursors.repository.js';
import { StoreMissedEvents } from './store-missed-events.js';

const CURSOR = 'payment-events';
/** How far back the first run reads. */
const INITIAL_WINDOW_SECONDS = 86_400;
/** The provider's list is not strictly in order: an event may appear after events that happened later. */
const OVERLAP_SECONDS = 300;
/** Newer events are skipped, because their webhook may still be on its way. */
const DELIVERY_SECONDS = 10;

/**
 * Lists recent events at the provider and stores those whose webhook was lost. The cost depends on the number of events since the last
 * run, not on the number of checkouts and subscriptions.
 */
@Injectable()
export class RecoverMissedEvents {
  constructor(
    private readonly webhooks: WebhooksPort,
    private readonly storeMissed: StoreMissedEvents,
    private readonly cursors: ProviderCursors,
    private readonly clock: Clock,
  ) {}

  /** The cursor is the provider's timestamp of the newest event, so clock skew does not matter. */
  async run(): Promise<void> {
    const readUntil = await this.cursors.readUntil(CURSOR, this.clock.in(-INITIAL_WINDOW_SECONDS));
    const since = new Date(readUntil.getTime() - OVERLAP_SECONDS * 1000);
    let newest = readUntil;
    for await (const page of this.webhooks.list({ types: RECOVERED_EVENT_TYPES, since })) {
      const events = page.filter((event) => !this.isBeingDelivered(event));
      for (const { occurredAt } of events) if (occurredAt > newest) newest = occurredAt;
      await this.storeMissed.store(events);
    }
    await this.cursors.advance(CURSOR, newest);
  }

  private isBeingDelivered({ occurredAt }: ProviderEvent): boolean {
    const ageSeconds = (this.clock.now().getTime() - occurredAt.getTime()) / 1000;
    return ageSeconds >= 0 && ageSeconds < DELIVERY_SECONDS;
  }
}
