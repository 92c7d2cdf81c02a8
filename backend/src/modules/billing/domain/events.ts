import { eventType } from '../../../platform/outbox/event-type.js';

/** A payment intent of the provider has been paid. */
export const paymentSucceeded = eventType<{ paymentIntentId: string }>('payment.succeeded', 'payments');

/** A try to pay an intent was rejected. Emitted once for each error. */
export const paymentDeclined = eventType<{ paymentIntentId: string }>('payment.declined', 'payments');

/** Money went back or is disputed; read the present state from the provider. */
export const paymentReversed = eventType<{ paymentIntentId: string }>('payment.reversed', 'payments');

/** The provider's hosted page was completed. */
export const hostedCheckoutCompleted = eventType<{ providerSessionId: string }>(
  'hosted_checkout.completed',
  'payments',
);

/** A recurring subscription changed at the provider; read the present state there. */
export const providerSubscriptionChanged = eventType<{ providerSubscriptionId: string }>(
  'provider_subscription.changed',
  'payments',
);

/** An invoice changed at the provider; read the present state there. */
export const providerInvoiceChanged = eventType<{ providerInvoiceId: string }>(
  'provider_invoice.changed',
  'payments',
);
