import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { control, describeSandboxOnly, openProvider, type Provider } from '../support/provider.ts';
import { eventually } from '../support/eventually.ts';

/** An endpoint that records requests and responds with queued status codes. */
interface Endpoint {
  url: string;
  received: { body: string; signature: string }[];
  /** Status codes of the next responses; 200 once it is empty. */
  responses: number[];
  close(): Promise<void>;
}

async function listen(): Promise<Endpoint> {
  const received: Endpoint['received'] = [];
  const responses: number[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(responses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describeSandboxOnly('webhooks', () => {
  let endpoint: Endpoint;
  let provider: Provider;
  let stripe: Stripe;

  beforeEach(async () => {
    endpoint = await listen();
    provider = await openProvider({ webhookUrl: endpoint.url });
    ({ stripe } = provider);
  });
  afterEach(async () => {
    await provider.close();
    await endpoint.close();
  });

  const types = (): string[] => endpoint.received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);
  const create = (name: string): Promise<Stripe.Customer> => stripe.customers.create({ name });
  const names = (): (string | null | undefined)[] =>
    endpoint.received.map(
      ({ body }) => ((JSON.parse(body) as Stripe.Event).data.object as Stripe.Customer).name,
    );

  it('have a signature that the SDK accepts, and rejects for a modified body', async () => {
    await create('signed');
    const [first] = await eventually(
      () => endpoint.received,
      (received) => received.length === 1,
    );
    const { body = '', signature = '' } = first ?? {};

    const event = stripe.webhooks.constructEvent(body, signature, 'whsec_sandbox');

    expect(event).toMatchObject({
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      livemode: false,
    });
    expect(() =>
      stripe.webhooks.constructEvent(body.replace('signed', 'forged'), signature, 'whsec_sandbox'),
    ).toThrow('No signatures found matching');
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
      'No signatures found matching',
    );
  });

  it('are sent for every step of a payment', async () => {
    await stripe.paymentIntents.create({
      amount: 4900,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });

    const sent = await eventually(types, (list) => list.length === 3);

    expect(sent.toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
  });

  it('are retried until the endpoint responds with 2xx', async () => {
    endpoint.responses.push(500, 503);
    await create('retried');

    await eventually(types, (list) => list.length === 3);
    const { data } = await eventually(
      () => stripe.events.list({ delivery_success: true }),
      (list) => list.data.length === 1,
    );

    expect(new Set(endpoint.received.map(({ body }) => (JSON.parse(body) as Stripe.Event).id)).size).toBe(1);
    expect(data[0]?.pending_webhooks).toBe(0);
  });

  it('are duplicated by a simulated failure', async () => {
    await control(provider.url, 'webhook-failures', { kind: 'duplicate' });
    await create('twice');

    const sent = await eventually(names, (list) => list.length === 2);

    expect(sent).toEqual(['twice', 'twice']);
  });

  it('are dropped by a simulated failure and can be resent', async () => {
    await control(provider.url, 'webhook-failures', { kind: 'drop' });
    await create('dropped');
    await create('delivered');
    await eventually(names, (list) => list.length === 1);
    const dropped = (await stripe.events.list({ delivery_success: false })).data[0];

    await control(provider.url, `events/${dropped?.id}/deliver`, {});

    expect(await eventually(names, (list) => list.length === 2)).toEqual(['delivered', 'dropped']);
  });

  it('of one customer are dropped by a simulated failure', async () => {
    const { id: customer } = await create('affected');
    await eventually(names, (list) => list.length === 1);
    await control(provider.url, 'webhook-failures', { kind: 'drop', customer, count: 9 });
    await stripe.customers.update(customer, { name: 'dropped' });
    await create('delivered');

    expect(await eventually(names, (list) => list.length === 2)).toEqual(['affected', 'delivered']);
  });

  it('are reordered by a simulated failure', async () => {
    await control(provider.url, 'webhook-failures', { kind: 'reorder' });
    await create('first');
    await create('second');

    expect(await eventually(names, (list) => list.length === 2)).toEqual(['second', 'first']);
  });

  it('are delayed by a simulated failure', async () => {
    await control(provider.url, 'webhook-failures', { kind: 'delay', ms: 600 });
    const start = Date.now();
    await create('late');

    await eventually(names, (list) => list.length === 1);

    expect(Date.now() - start).toBeGreaterThanOrEqual(590);
  });

  it('are sent to a new endpoint once it is set', async () => {
    const other = await listen();
    await control(provider.url, 'webhook-endpoint', { url: other.url });
    await create('moved');

    await eventually(
      () => other.received.length,
      (count) => count === 1,
    );

    expect(endpoint.received).toEqual([]);
    await other.close();
  });
});
