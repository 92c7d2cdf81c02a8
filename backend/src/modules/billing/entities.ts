import type { EntityClass } from '@mikro-orm/postgresql';
import { InvoiceEntity } from './persistence/invoice.entity.js';
import { PriceEntity } from './persistence/price.entity.js';
import { ProviderCursorEntity } from './persistence/provider-cursor.entity.js';
import { ProviderCustomerEntity } from './persistence/provider-customer.entity.js';
import { WebhookEventEntity } from './persistence/webhook-event.entity.js';

/** Entities of this module. */
export const billingEntities: EntityClass<object>[] = [
  InvoiceEntity,
  PriceEntity,
  ProviderCursorEntity,
  ProviderCustomerEntity,
  WebhookEventEntity,
];
