import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const WebhookEventSchema = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_events',
  properties: {
    id: p.uuid().primary(),
    providerEventId: p.text().unique(),
    type: p.text(),
    /** The object the event is about, for example a payment intent. */
    objectId: p.text(),
    receivedAt: timestamp().index('webhook_events_received'),
  },
});

/** A verified webhook event, stored once. */
export class WebhookEventEntity extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEventEntity);
