import { randomUUID } from 'node:crypto';
import { ProviderCustomers } from '../../src/modules/billing/index.js';
import { InvoicesRepository } from '../../src/modules/billing/invoices/invoices.repository.js';
import { PricesRepository } from '../../src/modules/billing/prices/prices.repository.js';
import { WebhookEventsRepository } from '../../src/modules/billing/webhooks/webhook-events.repository.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('the repositories of the billing module', () => {
  const product = useShared(startTestProduct);

  const query = <Row>(text: string, values: unknown[] = []) => product.database.query<Row>({ text, values });
  const get = <T>(type: new (...args: never[]) => T) => product.api.get(type);

  it('store a webhook event once', async () => {
    const events = get(WebhookEventsRepository);
    const add = (providerEventId: string) =>
      product.database.transaction(() =>
        events.add({
          id: randomUUID(),
          providerEventId,
          type: 'invoice.paid',
          objectId: 'in_1',
          receivedAt: product.clock.now(),
        }),
      );
    expect(await add('evt_1')).toBe(true);
    expect(await add('evt_1')).toBe(false);
    expect(await add('evt_2')).toBe(true);
    expect(await events.findStored(['evt_1', 'evt_2', 'evt_3'])).toEqual(new Set(['evt_1', 'evt_2']));
    expect(await events.findStored([])).toEqual(new Set());
  });

  it('insert a price and follow its changes', async () => {
    const prices = get(PricesRepository);
    const price = { lookupKey: 'spec_month', providerPriceId: 'price_1', amountCents: 100, currency: 'usd' };
    await prices.put(price);
    await prices.put({ ...price, providerPriceId: 'price_2', amountCents: 200 });
    const stored = (await prices.findAll()).find(({ lookupKey }) => lookupKey === 'spec_month');
    expect(stored).toMatchObject({ providerPriceId: 'price_2', amountCents: 200, currency: 'usd' });
  });

  it('update an invoice, but never its subscription, currency and time', async () => {
    const invoices = get(InvoicesRepository);
    const invoice = {
      id: 'in_1',
      subscriptionId: 'sub_1',
      number: null,
      status: 'open',
      lines: [],
      totalCents: 500,
      taxCents: 0,
      amountDueCents: 500,
      amountRemainingCents: 500,
      amountPaidCents: 0,
      paidAt: null,
      billingReason: 'subscription_cycle',
      periodStart: new Date('2030-01-01T00:00:00Z'),
      periodEnd: new Date('2030-02-01T00:00:00Z'),
      paymentIntentId: 'pi_1',
      paymentMethodId: null,
      lastChargeId: null,
      attempts: 1,
      nextAttemptAt: null,
      failureCode: null,
      requiresAction: false,
      isProcessing: false,
      finalizationError: null,
      creditNotes: [],
      currency: 'usd',
      issuedAt: new Date('2030-01-01T00:00:00Z'),
    };
    await product.database.transaction(() => invoices.put(invoice));
    await product.database.transaction(() =>
      invoices.put({
        ...invoice,
        subscriptionId: 'sub_2',
        number: 'A-1',
        status: 'paid',
        amountPaidCents: 500,
        currency: 'eur',
        issuedAt: new Date('2031-01-01T00:00:00Z'),
      }),
    );
    const [{ seen_at: seenAt, ...stored }] = (await query<Record<string, unknown>>(
      `select * from invoices where provider_invoice_id = 'in_1'`,
    )) as [Record<string, unknown>];
    expect(stored).toMatchObject({
      provider_invoice_id: 'in_1',
      provider_subscription_id: 'sub_1',
      number: 'A-1',
      status: 'paid',
      amount_paid_cents: 500,
      currency: 'usd',
      issued_at: new Date('2030-01-01T00:00:00Z'),
    });
    expect(seenAt).toBeInstanceOf(Date);
  });

  it("keep all of a user's customers, one of them as the current one, and a customer's first user", async () => {
    const customers = get(ProviderCustomers);
    const [user, other] = [randomUUID(), randomUUID()];
    const inTransaction = (work: () => Promise<void>) => product.database.transaction(work);
    for (const id of ['cus_1', 'cus_2', 'cus_1']) await inTransaction(() => customers.add(user, id));
    await inTransaction(() => customers.add(other, 'cus_1'));
    expect(await customers.findIdByUser(user)).toBe('cus_1');
    expect(await customers.findIdByUser(other)).toBeUndefined();
    for (const id of ['cus_2', 'cus_3']) {
      await inTransaction(() => customers.makeCurrent(user, id));
      expect(await customers.findIdByUser(user)).toBe(id);
    }
    expect((await customers.findIdsByUser(user)).sort()).toEqual(['cus_1', 'cus_2', 'cus_3']);
    expect(await customers.findUserId('cus_1')).toBe(user);
  });
});
