import Stripe from 'stripe';
import { startPaymentSandbox } from '../../../sandbox/src/payments/index.ts';
import { StripeInvoices } from '../../src/modules/billing/stripe/stripe-invoices.js';

const MONTH_SECONDS = 31 * 86_400;

describe('a subscription with more than a hundred invoices', () => {
  it('has a first one, and all of its renewals', async () => {
    const payments = await startPaymentSandbox({ host: '127.0.0.1', port: 0, dataDir: null });
    try {
      const { hostname: host, port } = new URL(payments.url);
      const stripe = new Stripe('sk_test_sandbox', { host, port, protocol: 'http' });
      const { id: customer } = await stripe.customers.create({});
      const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
      const price = await stripe.prices.create({
        currency: 'usd',
        unit_amount: 4900,
        recurring: { interval: 'month' },
        product_data: { name: 'Team' },
      });
      const { id, latest_invoice: first } = await stripe.subscriptions.create({
        customer,
        items: [{ price: price.id }],
        default_payment_method: card.id,
      });
      await fetch(`${payments.url}/controls/clock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: 103 * MONTH_SECONDS }),
      });
      const invoices = new StripeInvoices(stripe);
      expect(await invoices.findFirst(id)).toMatchObject({ id: first, status: 'paid' });
      expect(await invoices.findFirstIntentId(id)).toMatch(/^pi_/);
      expect((await invoices.findLaterIntentIds(id, new Date(0))).length).toBeGreaterThan(100);
    } finally {
      await payments.close();
    }
  });
});
