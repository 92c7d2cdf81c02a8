import { eventType } from '../../platform/outbox/event-type.js';

/** A payment intent was paid. */
export const paymentSucceeded = eventType<{ paymentIntentId: string }>('payment.succeeded', 'payments');

/** A payment attempt was declined. Emitted for every decline. */
export const paymentDeclined = eventType<{ paymentIntentId: string }>('payment.declined', 'payments');

/** A payment was refunded or disputed. Read the current state from the provider. */
export const paymentReversed = eventType<{ paymentIntentId: string }>('payment.reversed', 'payments');

/** A checkout on the provider's hosted page was completed. */
export const hostedCheckoutCompleted = eventType<{ providerSessionId: string }>(
  'hosted_checkout.completed',
  'payments',
);

/** A subscription changed at the provider. Read the current state there. */
export const providerSubscriptionChanged = eventType<{ providerSubscriptionId: string }>(
  'provider_subscription.changed',
  'payments',
);

/** An invoice changed at the provider. Read the current state there. */
export const providerInvoiceChanged = eventType<{ providerInvoiceId: string }>(
  'provider_invoice.changed',
  'payments',
);
