import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { toDomainEvents, type DomainEvent } from './webhook-domain-events.js';
import { WebhooksPort, type WebhookEvent } from './webhooks.port.js';
import { WebhookEventsRepository } from './webhook-events.repository.js';

/**
 * Verifies a webhook event and, if it is handled, stores it under the provider's event id, in one transaction with the domain events
 * it maps to. Duplicate deliveries therefore have no effect. Handlers later read the current state from the provider.
 */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly webhooks: WebhooksPort,
    private readonly webhookEvents: WebhookEventsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Throws `InvalidWebhookSignatureError` for a forged or stale event, and `MalformedWebhookEventError` for an unreadable one. */
  async receive(rawBody: Buffer, signature: string): Promise<void> {
    await this.store(this.webhooks.read(rawBody, signature));
  }

  /** False if the event was stored before or is ignored: an unhandled type, or an object without an id. */
  async store(webhookEvent: WebhookEvent): Promise<boolean> {
    const { id: providerEventId, type, objectId } = webhookEvent;
    const domainEvents = toDomainEvents(webhookEvent);
    if (objectId === null || domainEvents.length === 0) return false;
    return this.database.transaction(async () => {
      const receivedAt = this.clock.now();
      const id = uuid();
      const { paymentIntentId, subscriptionId, invoiceId, customerId } = webhookEvent;
      const related = { paymentIntentId, subscriptionId, invoiceId, customerId };
      const event = { id, providerEventId, type, objectId, ...related, receivedAt };
      if (!(await this.webhookEvents.add(event))) return false;
      await this.emit(id, domainEvents);
      return true;
    });
  }

  /** Emits the domain events of a stored webhook event. Requires a transaction. */
  async emit(webhookEventId: string, domainEvents: readonly DomainEvent[]): Promise<void> {
    const eventIds: string[] = [];
    for (const event of domainEvents) eventIds.push(await this.outbox.emit(event.type, event.payload));
    await this.webhookEvents.link(webhookEventId, eventIds);
  }
}
