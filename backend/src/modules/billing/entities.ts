import type { EntityClass } from '@mikro-orm/postgresql';
import { BillingDetailsEntity } from './billing-details/billing-details.entity.js';
import { DeclineEntity } from './declines/decline.entity.js';
import { InvoiceEntity } from './invoices/invoice.entity.js';
import { PaymentMethodEntity } from './payment-methods/payment-method.entity.js';
import { PriceEntity } from './prices/price.entity.js';
import { ProviderCursorEntity } from './webhooks/provider-cursor.entity.js';
import { ProviderCustomerEntity } from './customers/provider-customer.entity.js';
import { WebhookEventEntity } from './webhooks/webhook-event.entity.js';
import { WebhookOutboxEventEntity } from './webhooks/webhook-outbox-event.entity.js';

/** Entities of this module. */
export const billingEntities: EntityClass<object>[] = [
  BillingDetailsEntity,
  DeclineEntity,
  InvoiceEntity,
  PaymentMethodEntity,
  PriceEntity,
  ProviderCursorEntity,
  ProviderCustomerEntity,
  WebhookEventEntity,
  WebhookOutboxEventEntity,
];
