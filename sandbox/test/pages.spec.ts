import { startMailbox } from '../src/mailbox/index.ts';
import { openProvider, describeSandboxOnly, type Provider } from './support/provider.ts';
import { activeSubscription, AMOUNT_CENTS, createPrice } from './support/purchase.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await openProvider();
});
afterAll(() => provider.close());

async function fetchText(url: string | URL, type: string): Promise<string> {
  const response = await fetch(url);
  expect([String(url), response.status]).toEqual([String(url), 200]);
  expect(response.headers.get('content-type')).toBe(`text/${type}; charset=utf-8`);
  return response.text();
}

/** Opens a page with the files it loads, and expects it to have this title and each element that its scripts look up. */
async function expectCompletePage(url: string, title: string): Promise<void> {
  const html = await fetchText(url, 'html');
  expect(html).toContain(`<title>${title}</title>`);
  const files = [...html.matchAll(/(?:href|src)="([^":]+)"/g)].map(([, path]) => new URL(path!, url));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const text = await fetchText(file, file.pathname.endsWith('.css') ? 'css' : 'javascript');
    for (const [, module] of text.matchAll(/ from ["'](\.\/[^"']+)["']/g))
      await fetchText(new URL(module!, file), 'javascript');
    for (const [, id] of text.matchAll(/\bbyId\(["']([\w-]+)["']\)/g)) expect(html).toContain(` id="${id}"`);
  }
}

describeSandboxOnly('the pages of the payment sandbox', () => {
  it.each([
    ['/', 'Payment sandbox'],
    ['/checkout/cs_1', 'Checkout'],
    ['/invoices/in_1', 'Invoice'],
    ['/3ds/pi_1', '3D Secure test'],
  ])('are complete: %s', (path, title) => expectCompletePage(provider.url + path, title));

  it('get the order of a hosted checkout, and on the dashboard what has happened', async () => {
    const { stripe, url } = provider;
    const price = await createPrice(stripe);
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      customer_email: 'buyer@example.com',
      success_url: 'https://example.com/thanks?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://example.com/prices',
    });
    const order = await (await fetch(`${url}/checkout/${session.id}/session`)).json();
    expect(order).toMatchObject({
      status: 'open',
      email: 'buyer@example.com',
      total: AMOUNT_CENTS,
      lines: [{ description: 'Team', quantity: 1, amount: AMOUNT_CENTS, interval: 'month' }],
      cancelUrl: 'https://example.com/prices',
      successUrl: `https://example.com/thanks?session_id=${session.id}`,
    });

    const { id } = await activeSubscription(stripe, price);
    const overview = await (await fetch(`${url}/controls/overview`)).json();
    expect(overview).toMatchObject({
      payments: expect.arrayContaining([
        expect.objectContaining({ amount: AMOUNT_CENTS, currency: 'usd', status: 'succeeded' }),
      ]),
      subscriptions: [{ id, status: 'active', customer: 'buyer@example.com', price: price.id }],
    });
  });
});

describe('the page of the mailbox', () => {
  it('is complete', async () => {
    const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, port: 0, dataDir: null });
    try {
      await expectCompletePage(`${mailbox.url}/`, 'Mailbox');
    } finally {
      await mailbox.close();
    }
  });
});
