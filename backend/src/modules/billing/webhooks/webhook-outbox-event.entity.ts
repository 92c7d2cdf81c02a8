import { defineEntity, p } from '@mikro-orm/postgresql';
import { OutboxEventEntity } from '../../../platform/outbox/outbox-event.entity.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

const WebhookOutboxEventSchema = defineEntity({
  name: 'WebhookOutboxEvent',
  tableName: 'webhook_outbox_events',
  properties: {
    event: () =>
      p
        .manyToOne(OutboxEventEntity)
        .joinColumn('event_id')
        .primary()
        .updateRule('no action')
        .deleteRule('cascade'),
    webhookEventId: () =>
      p
        .manyToOne(WebhookEventEntity)
        .mapToPk()
        .joinColumn('webhook_event_id')
        .index('webhook_outbox_events_webhook_event')
        .deleteRule('cascade'),
  },
});

/** A domain event emitted for a webhook event. Deleted with the domain event, two weeks after that was handled. */
export class WebhookOutboxEventEntity extends WebhookOutboxEventSchema.class {}
WebhookOutboxEventSchema.setClass(WebhookOutboxEventEntity);
