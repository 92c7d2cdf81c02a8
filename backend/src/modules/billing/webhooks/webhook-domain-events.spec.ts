import { toDomainEvents } from './webhook-domain-events.js';

const webhookEvent = (type: string, refersTo: object) => ({
  id: 'evt_1',
  type,
  objectId: 'obj_1',
  paymentIntentId: null,
  subscriptionId: null,
  invoiceId: null,
  customerId: null,
  ...refersTo,
});

type DomainEvent = [topic: string, payload: object];

const SUBSCRIPTION_CHANGED: DomainEvent = [
  'provider_subscription.changed',
  { providerSubscriptionId: 'sub_1' },
];
const INVOICE_CHANGED: DomainEvent = ['provider_invoice.changed', { providerInvoiceId: 'obj_1' }];

/** Changes of one kind of object, what it refers to, and the domain events. */
const CASES: [prefix: string, changes: string, refersTo: object, events: DomainEvent[]][] = [
  ['payment_intent.', 'succeeded', {}, [['payment.succeeded', { paymentIntentId: 'obj_1' }]]],
  ['payment_intent.', 'succeeded', { objectId: null }, []],
  ['payment_intent.', 'payment_failed', {}, [['payment.declined', { paymentIntentId: 'obj_1' }]]],
  [
    'payment_intent.',
    'canceled processing requires_action',
    {},
    [['payment.changed', { paymentIntentId: 'obj_1' }]],
  ],
  [
    'checkout.session.',
    'completed async_payment_succeeded',
    {},
    [['hosted_checkout.completed', { providerSessionId: 'obj_1' }]],
  ],
  [
    'checkout.session.',
    'expired async_payment_failed',
    {},
    [['hosted_checkout.closed', { providerSessionId: 'obj_1' }]],
  ],
  [
    'customer.subscription.',
    'created updated deleted paused resumed trial_will_end pending_update_applied pending_update_expired',
    {},
    [['provider_subscription.changed', { providerSubscriptionId: 'obj_1' }]],
  ],
  [
    'subscription_schedule.',
    'aborted canceled completed created expiring released updated',
    { subscriptionId: 'sub_1' },
    [SUBSCRIPTION_CHANGED],
  ],
  ['subscription_schedule.', 'created', {}, []],
  [
    'invoice.',
    'paid overdue updated payment_action_required payment_failed payment_attempt_required finalized voided marked_uncollectible',
    { subscriptionId: 'sub_1' },
    [INVOICE_CHANGED, SUBSCRIPTION_CHANGED],
  ],
  [
    'invoice.',
    'finalization_failed',
    {},
    [INVOICE_CHANGED, ['invoice.not_issued', { providerInvoiceId: 'obj_1' }]],
  ],
  [
    '',
    'charge.refunded refund.created refund.updated refund.failed',
    { paymentIntentId: 'pi_1' },
    [['payment.reversed', { paymentIntentId: 'pi_1' }]],
  ],
  ['charge.', 'refunded', {}, []],
  [
    'charge.dispute.',
    'created updated closed funds_reinstated funds_withdrawn',
    { paymentIntentId: 'pi_1' },
    [['payment.reversed', { paymentIntentId: 'pi_1' }]],
  ],
  [
    'credit_note.',
    'created updated voided',
    { invoiceId: 'in_1' },
    [['provider_invoice.changed', { providerInvoiceId: 'in_1' }]],
  ],
  [
    'radar.early_fraud_warning.',
    'created',
    { paymentIntentId: 'pi_1' },
    [['payment.suspected', { paymentIntentId: 'pi_1' }]],
  ],
  [
    'payment_method.',
    'attached updated automatically_updated detached',
    {},
    [['payment_method.changed', { paymentMethodId: 'obj_1' }]],
  ],
  ['customer.', 'updated deleted', {}, [['provider_customer.changed', { providerCustomerId: 'obj_1' }]]],
  ['setup_intent.', 'succeeded', {}, [['card_setup.succeeded', { setupIntentId: 'obj_1' }]]],
  ['setup_intent.', 'setup_failed', {}, [['card_setup.declined', { setupIntentId: 'obj_1' }]]],
  ['', 'customer.created unknown.event.type', {}, []],
];

describe('domain events of a webhook event', () => {
  it.each(CASES)('follow from each type %s{%s} that refers to %j', (prefix, changes, refersTo, expected) => {
    for (const change of changes.split(' ')) {
      const events = toDomainEvents(webhookEvent(prefix + change, refersTo));
      expect([change, events.map(({ type, payload }) => [type.topic, payload])]).toEqual([change, expected]);
    }
  });
});
