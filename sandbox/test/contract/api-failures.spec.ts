import type { Stripe } from 'stripe';
import {
  clientOf,
  control,
  describeSandboxOnly,
  errorOf,
  openProvider,
  type Provider,
} from '../support/provider.ts';

describeSandboxOnly('trouble with API calls', () => {
  let provider: Provider;
  let stripe: Stripe;

  beforeEach(async () => {
    provider = await openProvider();
    ({ stripe } = provider);
  });
  afterEach(() => provider.close());

  const fault = (body: object): Promise<unknown> => control(provider.url, 'api-faults', body);
  const charged = async (): Promise<unknown> => {
    const state = (await (await fetch(`${provider.url}/controls/state`)).json()) as { charges: unknown };
    return state.charges;
  };
  const pay = (client: Stripe, idempotencyKey = 'pay-once'): Promise<Stripe.PaymentIntent> =>
    client.paymentIntents.create(
      { amount: 4900, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
      { idempotencyKey },
    );

  it('fails before anything is done, and a retry is served', async () => {
    await fault({ kind: 'error', when: 'before' });

    const failure = await errorOf(pay(stripe));
    const paid = await pay(stripe);

    expect(failure).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    expect(paid.status).toBe('succeeded');
    expect(await charged()).toEqual({ succeeded: 1 });
  });

  it('fails after all is done, and a retry with the same key finds it done', async () => {
    await fault({ kind: 'error', when: 'after' });

    await errorOf(pay(stripe));
    const paid = await pay(stripe);

    expect(paid.status).toBe('succeeded');
    expect(await charged()).toEqual({ succeeded: 1 });
  });

  it('remembers a 500 for the key when asked to, as the provider does with its own', async () => {
    await fault({ kind: 'error', when: 'after', remember: true });

    await errorOf(pay(stripe));

    expect((await errorOf(pay(stripe))).statusCode).toBe(500);
    expect((await pay(stripe, 'pay-again')).status).toBe('succeeded');
  });

  it('hangs after all is done: the caller times out, the retry of the SDK charges no one twice', async () => {
    await fault({ kind: 'hang', when: 'after', ms: 60_000 });
    const impatient = clientOf(Number(new URL(provider.url).port), { maxNetworkRetries: 1, timeout: 300 });

    const paid = await pay(impatient);

    expect(paid.status).toBe('succeeded');
    expect(await charged()).toEqual({ succeeded: 1 });
  });

  /** The call that the error waited for has come. */
  const faultIsTaken = async (): Promise<void> => {
    for (;;) {
      const controls = (await (await fetch(`${provider.url}/controls`)).json()) as { apiFailures: unknown[] };
      if (controls.apiFailures.length === 0) return;
    }
  };

  it('answers 409 to a second call while the first with its key still runs', async () => {
    await fault({ kind: 'slow', when: 'before', ms: 500 });
    const first = pay(stripe);
    await faultIsTaken();

    const second = await errorOf(pay(stripe));

    expect(second.statusCode).toBe(409);
    expect((await first).status).toBe('succeeded');
  });

  it('meets only the calls it is meant for, as often as it is meant to', async () => {
    await fault({ kind: 'error', status: 429, method: 'POST', path: '/v1/refunds', count: 2 });
    const paid = await pay(stripe);

    const failures = [
      await errorOf(stripe.refunds.create({ payment_intent: paid.id })),
      await errorOf(stripe.refunds.create({ payment_intent: paid.id })),
    ];

    expect(failures.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    expect((await stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded');
  });

  it('says in one sentence what is wrong with a control', async () => {
    await expect(fault({ kind: 'explode' })).rejects.toThrow('kind must be one of error, hang, slow.');
    await expect(fault({ kind: 'error', colour: 'red' })).rejects.toThrow('There is no control named colour');
  });
});
