import { Injectable } from '@nestjs/common';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { BillingDetailsEntity } from './billing-details/billing-details.entity.js';
import { ProviderCustomerEntity } from './customers/provider-customer.entity.js';
import { DeclineEntity } from './declines/decline.entity.js';
import { InvoiceEntity } from './invoices/invoice.entity.js';
import { PaymentMethodEntity } from './payment-methods/payment-method.entity.js';
import { PriceEntity } from './prices/price.entity.js';
import { ProviderCursorEntity } from './webhooks/provider-cursor.entity.js';
import { WebhookEventEntity } from './webhooks/webhook-event.entity.js';
import { WebhookOutboxEventEntity } from './webhooks/webhook-outbox-event.entity.js';

export const billingTables: readonly PersonalTable[] = [
  {
    entity: ProviderCustomerEntity,
    rows: 'user_id = :userId',
    keep: { accounting: 'providerCustomerId userId isCurrent createdAt' },
  },
  {
    entity: InvoiceEntity,
    rows: 'provider_subscription_id in (select provider_subscription_id from subscriptions where user_id = :userId)',
    keep: {
      accounting:
        'providerInvoiceId providerSubscriptionId number status amountPaidCents amountDueCents amountRemainingCents refundedCents ' +
        'creditNotes disputeStatus currency issuedAt billingReason periodStart periodEnd paymentIntentId attempts customerAttempts nextAttemptAt ' +
        'failureCode paidAt seenAt lines totalCents taxCents',
    },
  },
  {
    // Issued documents contain a copy.
    entity: BillingDetailsEntity,
    rows: 'user_id = :userId',
    delete: 'userId name company line1 line2 city state postalCode country taxId invoiceEmail updatedAt',
  },
  {
    entity: PaymentMethodEntity,
    rows: 'user_id = :userId',
    delete:
      'providerPaymentMethodId userId brand last4 expMonth expYear fingerprintHash isDefault removingUntil addedAt',
    withhold: 'fingerprintHash removingUntil',
  },
  {
    entity: DeclineEntity,
    rows: 'checkout_id in (select id from checkouts where user_id = :userId)',
    delete: 'id checkoutId setupIntentId ipHash declinedAt',
    withhold: 'all',
  },
  { entity: PriceEntity, keep: { notPersonal: 'lookupKey providerPriceId amountCents currency' } },
  { entity: ProviderCursorEntity, keep: { notPersonal: 'name readUntil' } },
  {
    entity: WebhookEventEntity,
    keep: {
      notPersonal:
        'id providerEventId type objectId paymentIntentId subscriptionId invoiceId customerId receivedAt',
    },
  },
  { entity: WebhookOutboxEventEntity, keep: { notPersonal: 'event webhookEventId' } },
];

/** Cards and invoices. The provider keeps the customer with its invoices. */
@Injectable()
export class BillingPersonalData extends StoredPersonalData {
  override readonly id = 'billing';
  protected override readonly tables = billingTables;

  constructor(protected override readonly rows: PersonalRows) {
    super();
  }
}
