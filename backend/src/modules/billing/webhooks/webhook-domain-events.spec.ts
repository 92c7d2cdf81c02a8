import { domainEventsOf } from './webhook-domain-events.js';

const webhookEvent = (type: string, input: object = {}) => ({
  id: 'evt_1',
  type,
  objectId: 'obj_1',
  paymentIntentId: null,
  subscriptionId: null,
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
    ['payment_method.attached', {}, []],
    ['payment_intent.succeeded', { objectId: null }, []],
    ['unknown.event.type', {}, []],
  ])('maps %s %j', (type, input, expected) => {
    expect(
      domainEventsOf(webhookEvent(type, input)).map((domainEvent) => [
        domainEvent.type.topic,
        domainEvent.payload,
      ]),
    ).toEqual(expected);
  });
});
