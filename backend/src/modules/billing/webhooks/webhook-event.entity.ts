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
    objectId: p.text().index('webhook_events_object'),
    /** Objects that the first one refers to. */
    paymentIntentId: p.text().nullable(),
    subscriptionId: p.text().nullable(),
    invoiceId: p.text().nullable(),
    customerId: p.text().nullable(),
    receivedAt: timestamp().index('webhook_events_received'),
  },
  indexes: [
    {
      name: 'webhook_events_payment_intent',
      where: 'payment_intent_id IS NOT NULL',
      properties: ['paymentIntentId'],
    },
    {
      name: 'webhook_events_subscription',
      where: 'subscription_id IS NOT NULL',
      properties: ['subscriptionId'],
    },
    { name: 'webhook_events_invoice', where: 'invoice_id IS NOT NULL', properties: ['invoiceId'] },
    { name: 'webhook_events_customer', where: 'customer_id IS NOT NULL', properties: ['customerId'] },
  ],
});

/** A verified webhook event, stored once. */
export class WebhookEventEntity extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEventEntity);
