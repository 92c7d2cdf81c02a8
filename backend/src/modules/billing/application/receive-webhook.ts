import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { domainEventsOf } from '../domain/webhook-domain-events.js';
import { PaymentProvider, type WebhookEvent } from '../domain/payment-provider.js';
import { WebhookEventsRepository } from '../persistence/webhook-events.repository.js';

/**
 * Takes a signed webhook event of the provider that is handled here: stores it under the provider's id together with the events it gives rise to, so
 * that the second copy of a webhook event changes nothing. Everything else happens later, from what the provider says then.
 */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly webhookEvents: WebhookEventsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Throws `InvalidWebhookSignatureError` for a forged or stale webhook event, `MalformedWebhookEventError` for what is none. */
  async receive(rawBody: Buffer, signature: string): Promise<void> {
    await this.store(this.provider.readWebhookEvent(rawBody, signature));
  }

  /** False when it was stored before, or is ignored: nothing here handles its type, or its object has no id. */
  async store(webhookEvent: WebhookEvent): Promise<boolean> {
    const { objectId } = webhookEvent;
    const domainEvents = domainEventsOf(webhookEvent);
    if (objectId === null || domainEvents.length === 0) return false;
    return this.database.transaction(async () => {
      const isNew = await this.webhookEvents.add({
        ...webhookEvent,
        objectId,
        webhookEventId: uuid(),
        receivedAt: this.clock.now(),
      });
      if (!isNew) return false;
      for (const { type, payload } of domainEvents) await this.outbox.emit(type, payload);
      return true;
    });
  }
}
