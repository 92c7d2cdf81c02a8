import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { control, describeSandboxOnly, openProvider, type Provider } from '../support/provider.ts';
import { eventually } from '../support/eventually.ts';

/** An endpoint that notes what it gets and answers as it is told. */
interface Endpoint {
  url: string;
  got: { body: string; signature: string }[];
  answers: number[];
  close(): Promise<void>;
}

async function listen(): Promise<Endpoint> {
  const got: Endpoint['got'] = [];
  const answers: number[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    got,
    answers,
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

  const types = (): string[] => endpoint.got.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);
  const create = (name: string): Promise<Stripe.Customer> => stripe.customers.create({ name });
  const names = (): (string | null | undefined)[] =>
    endpoint.got.map(({ body }) => ((JSON.parse(body) as Stripe.Event).data.object as Stripe.Customer).name);

  it('are signed so that the SDK accepts them and rejects a changed body', async () => {
    await create('signed');
    const [first] = await eventually(
      () => endpoint.got,
      (got) => got.length === 1,
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

  it('tell a payment in the order of its steps', async () => {
    await stripe.paymentIntents.create({
      amount: 4900,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });

    const seen = await eventually(types, (list) => list.length === 3);

    expect(seen.toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
  });

  it('come again until they are answered with 2xx', async () => {
    endpoint.answers.push(500, 503);
    await create('stubborn');

    await eventually(types, (list) => list.length === 3, 12_000);
    const { data } = await eventually(
      () => stripe.events.list({ delivery_success: true }),
      (list) => list.data.length === 1,
    );

    expect(new Set(endpoint.got.map(({ body }) => (JSON.parse(body) as Stripe.Event).id)).size).toBe(1);
    expect(data[0]?.pending_webhooks).toBe(0);
  });

  it('come twice when a control asks for it', async () => {
    await control(provider.url, 'webhook-faults', { kind: 'duplicate' });
    await create('twice');

    const seen = await eventually(names, (list) => list.length === 2);

    expect(seen).toEqual(['twice', 'twice']);
  });

  it('are lost when a control asks for it, and can be sent by hand', async () => {
    await control(provider.url, 'webhook-faults', { kind: 'drop' });
    await create('lost');
    await create('kept');
    await eventually(names, (list) => list.length === 1);
    const lost = (await stripe.events.list({ delivery_success: false })).data[0];

    await control(provider.url, `events/${lost?.id}/deliver`, {});

    expect(await eventually(names, (list) => list.length === 2)).toEqual(['kept', 'lost']);
  });

  it('come behind the following one when a control asks for it', async () => {
    await control(provider.url, 'webhook-faults', { kind: 'reorder' });
    await create('first');
    await create('second');

    expect(await eventually(names, (list) => list.length === 2)).toEqual(['second', 'first']);
  });

  it('come late when a control asks for it', async () => {
    await control(provider.url, 'webhook-faults', { kind: 'delay', ms: 600 });
    const start = Date.now();
    await create('late');

    await eventually(names, (list) => list.length === 1);

    expect(Date.now() - start).toBeGreaterThanOrEqual(590);
  });

  it('go to another address once told so', async () => {
    const other = await listen();
    await control(provider.url, 'webhook-endpoint', { url: other.url });
    await create('moved');

    await eventually(
      () => other.got.length,
      (count) => count === 1,
    );

    expect(endpoint.got).toEqual([]);
    await other.close();
  });
});
