import { eventType } from '../../platform/outbox/event-type.js';

/** A payment intent was paid. */
export const paymentSucceeded = eventType<{ paymentIntentId: string }>('payment.succeeded', 'payments');

/** A payment attempt was declined. Emitted for every decline. */
export const paymentDeclined = eventType<{ paymentIntentId: string }>('payment.declined', 'payments');

/** A payment is in progress or was canceled. Read the current state from the provider. */
export const paymentChanged = eventType<{ paymentIntentId: string }>('payment.changed', 'payments');

/** The card network expects a payment to be disputed as fraudulent. Queued events store the name, so it must not change. */
export const earlyFraudWarningReceived = eventType<{ paymentIntentId: string }>(
  'payment.suspected',
  'events',
);

/** A payment was or may have been refunded or disputed. Read the current state from the provider. */
export const paymentReversed = eventType<{ paymentIntentId: string }>('payment.reversed', 'payments');

/** A checkout on the provider's hosted page was completed. */
export const hostedCheckoutCompleted = eventType<{ providerSessionId: string }>(
  'hosted_checkout.completed',
  'payments',
);

/** A checkout on the provider's hosted page expired, or its payment failed. Read the current state there. */
export const hostedCheckoutClosed = eventType<{ providerSessionId: string }>(
  'hosted_checkout.closed',
  'payments',
);

/** The provider could not issue an invoice, so it won't be collected. */
export const invoiceNotIssued = eventType<{ providerInvoiceId: string }>('invoice.not_issued', 'events');

/** A customer's cards or default card changed at the provider. */
export const providerCustomerChanged = eventType<{ providerCustomerId: string }>(
  'provider_customer.changed',
  'payments',
);

/** A card changed, was removed, or was replaced by its bank. */
export const paymentMethodChanged = eventType<{ paymentMethodId: string }>(
  'payment_method.changed',
  'payments',
);

/** A customer's new card was declined. Emitted for every decline. */
export const cardSetupDeclined = eventType<{ setupIntentId: string }>('card_setup.declined', 'payments');

/** A customer's new card was confirmed. */
export const cardSetupSucceeded = eventType<{ setupIntentId: string }>('card_setup.succeeded', 'payments');

/** A subscription changed at the provider. Read the current state there. */
export const providerSubscriptionChanged = eventType<{ providerSubscriptionId: string }>(
  'provider_subscription.changed',
  'payments',
);

/** An invoice of a subscription was paid. `recovered`: after a failed attempt that we know of. Emitted once per invoice. */
export const invoicePaid = eventType<{
  providerInvoiceId: string;
  providerSubscriptionId: string;
  recovered: boolean;
}>('invoice.paid', 'events');

/** An attempt to collect a renewal failed. If several failed since the last read, only the latest is reported. */
export const invoicePaymentFailed = eventType<{
  providerInvoiceId: string;
  providerSubscriptionId: string;
  attempt: number;
}>('invoice.payment_failed', 'events');

/** An invoice changed at the provider. Read the current state there. */
export const providerInvoiceChanged = eventType<{ providerInvoiceId: string }>(
  'provider_invoice.changed',
  'payments',
);

/** A customer changed their billing details, or has another customer at the provider. Handlers read the latest ones. */
export const billingDetailsChanged = eventType<{ userId: string }>('billing_details.changed', 'payments');
