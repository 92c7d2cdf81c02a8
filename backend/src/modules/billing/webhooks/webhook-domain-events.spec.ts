import { toDomainEvents } from './webhook-domain-events.js';

const webhookEvent = (type: string, input: object = {}) => ({
  id: 'evt_1',
  type,
  objectId: 'obj_1',
  paymentIntentId: null,
  subscriptionId: null,
  invoiceId: null,
  customerId: null,
  ...input,
});

describe('domain events of a webhook event', () => {
  it.each([
    ['payment_intent.succeeded', {}, [['payment.succeeded', { paymentIntentId: 'obj_1' }]]],
    ['payment_intent.payment_failed', {}, [['payment.declined', { paymentIntentId: 'obj_1' }]]],
    ['checkout.session.completed', {}, [['hosted_checkout.completed', { providerSessionId: 'obj_1' }]]],
    [
      'customer.subscription.deleted',
      {},
      [['provider_subscription.changed', { providerSubscriptionId: 'obj_1' }]],
    ],
    ['charge.refunded', { paymentIntentId: 'pi_1' }, [['payment.reversed', { paymentIntentId: 'pi_1' }]]],
    ['charge.refunded', {}, []],
    [
      'invoice.paid',
      { subscriptionId: 'sub_1' },
      [
        ['provider_invoice.changed', { providerInvoiceId: 'obj_1' }],
        ['provider_subscription.changed', { providerSubscriptionId: 'sub_1' }],
      ],
    ],
    ['payment_intent.canceled', {}, [['payment.changed', { paymentIntentId: 'obj_1' }]]],
    ['checkout.session.expired', {}, [['hosted_checkout.closed', { providerSessionId: 'obj_1' }]]],
    [
      'checkout.session.async_payment_failed',
      {},
      [['hosted_checkout.closed', { providerSessionId: 'obj_1' }]],
    ],
    [
      'invoice.overdue',
      { subscriptionId: 'sub_1' },
      [
        ['provider_invoice.changed', { providerInvoiceId: 'obj_1' }],
        ['provider_subscription.changed', { providerSubscriptionId: 'sub_1' }],
      ],
    ],
    [
      'customer.subscription.pending_update_expired',
      {},
      [['provider_subscription.changed', { providerSubscriptionId: 'obj_1' }]],
    ],
    [
      'subscription_schedule.updated',
      { subscriptionId: 'sub_1' },
      [['provider_subscription.changed', { providerSubscriptionId: 'sub_1' }]],
    ],
    ['subscription_schedule.created', {}, []],
    [
      'invoice.payment_action_required',
      { subscriptionId: 'sub_1' },
      [
        ['provider_invoice.changed', { providerInvoiceId: 'obj_1' }],
        ['provider_subscription.changed', { providerSubscriptionId: 'sub_1' }],
      ],
    ],
    [
      'invoice.finalization_failed',
      {},
      [
        ['provider_invoice.changed', { providerInvoiceId: 'obj_1' }],
        ['invoice.not_issued', { providerInvoiceId: 'obj_1' }],
      ],
    ],
    [
      'charge.dispute.funds_withdrawn',
      { paymentIntentId: 'pi_1' },
      [['payment.reversed', { paymentIntentId: 'pi_1' }]],
    ],
    [
      'credit_note.created',
      { invoiceId: 'in_1' },
      [['provider_invoice.changed', { providerInvoiceId: 'in_1' }]],
    ],
    [
      'radar.early_fraud_warning.created',
      { paymentIntentId: 'pi_1' },
      [['payment.suspected', { paymentIntentId: 'pi_1' }]],
    ],
    ['payment_method.attached', {}, [['payment_method.changed', { paymentMethodId: 'obj_1' }]]],
    ['customer.updated', {}, [['provider_customer.changed', { providerCustomerId: 'obj_1' }]]],
    ['setup_intent.succeeded', {}, [['card_setup.succeeded', { setupIntentId: 'obj_1' }]]],
    ['setup_intent.setup_failed', {}, [['card_setup.declined', { setupIntentId: 'obj_1' }]]],
    ['customer.created', {}, []],
    ['payment_intent.succeeded', { objectId: null }, []],
    ['unknown.event.type', {}, []],
  ])('maps %s %j', (type, input, expected) => {
    expect(
      toDomainEvents(webhookEvent(type, input)).map((domainEvent) => [
        domainEvent.type.topic,
        domainEvent.payload,
      ]),
    ).toEqual(expected);
  });

  it.each<[prefix: string, changes: string, input: object, topics: object[]]>([
    [
      'customer.subscription.',
      'created updated paused resumed trial_will_end pending_update_applied',
      {},
      [['provider_subscription.changed', { providerSubscriptionId: 'obj_1' }]],
    ],
    [
      'subscription_schedule.',
      'aborted canceled completed created expiring released updated',
      { subscriptionId: 'sub_1' },
      [['provider_subscription.changed', { providerSubscriptionId: 'sub_1' }]],
    ],
    [
      'invoice.',
      'updated payment_failed payment_attempt_required finalized voided marked_uncollectible',
      { subscriptionId: 'sub_1' },
      [
        ['provider_invoice.changed', { providerInvoiceId: 'obj_1' }],
        ['provider_subscription.changed', { providerSubscriptionId: 'sub_1' }],
      ],
    ],
    [
      'payment_intent.',
      'processing requires_action',
      {},
      [['payment.changed', { paymentIntentId: 'obj_1' }]],
    ],
    [
      'refund.',
      'created updated failed',
      { paymentIntentId: 'pi_1' },
      [['payment.reversed', { paymentIntentId: 'pi_1' }]],
    ],
    [
      'charge.dispute.',
      'created updated closed funds_reinstated',
      { paymentIntentId: 'pi_1' },
      [['payment.reversed', { paymentIntentId: 'pi_1' }]],
    ],
    [
      'credit_note.',
      'updated voided',
      { invoiceId: 'in_1' },
      [['provider_invoice.changed', { providerInvoiceId: 'in_1' }]],
    ],
    [
      'payment_method.',
      'updated automatically_updated detached',
      {},
      [['payment_method.changed', { paymentMethodId: 'obj_1' }]],
    ],
    [
      'checkout.session.',
      'async_payment_succeeded',
      {},
      [['hosted_checkout.completed', { providerSessionId: 'obj_1' }]],
    ],
    ['customer.', 'deleted', {}, [['provider_customer.changed', { providerCustomerId: 'obj_1' }]]],
  ])('maps each %s of %s alike', (prefix, changes, input, expected) => {
    for (const change of changes.split(' '))
      expect([
        change,
        toDomainEvents(webhookEvent(prefix + change, input)).map(({ type, payload }) => [
          type.topic,
          payload,
        ]),
      ]).toEqual([change, expected]);
  });
});
