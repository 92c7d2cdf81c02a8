import type { EntityClass } from '@mikro-orm/postgresql';
import { InvoiceEntity } from './invoices/invoice.entity.js';
import { PriceEntity } from './prices/price.entity.js';
import { ProviderCursorEntity } from './webhooks/provider-cursor.entity.js';
import { ProviderCustomerEntity } from './customers/provider-customer.entity.js';
import { WebhookEventEntity } from './webhooks/webhook-event.entity.js';

/** Entities of this module. */
export const billingEntities: EntityClass<object>[] = [
  InvoiceEntity,
  PriceEntity,
  ProviderCursorEntity,
  ProviderCustomerEntity,
  WebhookEventEntity,
];
