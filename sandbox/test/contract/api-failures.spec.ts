import type { Stripe } from 'stripe';
import {
  createClient,
  control,
  describeSandboxOnly,
  catchError,
  openProvider,
  type Provider,
} from '../support/provider.ts';

describeSandboxOnly('simulated API failures', () => {
  let provider: Provider;
  let stripe: Stripe;

  beforeEach(async () => {
    provider = await openProvider();
    ({ stripe } = provider);
  });
  afterEach(() => provider.close());

  const simulate = (body: object): Promise<unknown> => control(provider.url, 'api-failures', body);
  const charged = async (): Promise<unknown> => {
    const state = (await (await fetch(`${provider.url}/controls/state`)).json()) as { charges: unknown };
    return state.charges;
  };
  const pay = (client: Stripe, idempotencyKey = 'pay-once'): Promise<Stripe.PaymentIntent> =>
    client.paymentIntents.create(
      { amount: 4900, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
      { idempotencyKey },
    );

  it('fails before the call takes effect, and a retry succeeds', async () => {
    await simulate({ kind: 'error', when: 'before' });

    const error = await catchError(pay(stripe));
    const paid = await pay(stripe);

    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    expect(paid.status).toBe('succeeded');
    expect(await charged()).toEqual({ succeeded: 1 });
  });

  it('fails after the call takes effect, and a retry with the same key returns the result', async () => {
    await simulate({ kind: 'error', when: 'after' });

    await catchError(pay(stripe));
    const paid = await pay(stripe);

    expect(paid.status).toBe('succeeded');
    expect(await charged()).toEqual({ succeeded: 1 });
  });

  it('is not retried by the SDK if it is final', async () => {
    await simulate({ kind: 'error', final: true });
    const retrying = createClient(Number(new URL(provider.url).port), { maxNetworkRetries: 1 });
    expect((await catchError(pay(retrying))).statusCode).toBe(500);
  });

  it('replays a 500 for the key on request, as the provider does', async () => {
    await simulate({ kind: 'error', when: 'after', remember: true });

    await catchError(pay(stripe));

    expect((await catchError(pay(stripe))).statusCode).toBe(500);
    expect((await pay(stripe, 'pay-again')).status).toBe('succeeded');
  });

  it('hangs after the call takes effect, and the retry of the SDK does not charge twice', async () => {
    await simulate({ kind: 'hang', when: 'after', ms: 60_000 });
    const impatient = createClient(Number(new URL(provider.url).port), {
      maxNetworkRetries: 1,
      timeout: 300,
    });

    const paid = await pay(impatient);

    expect(paid.status).toBe('succeeded');
    expect(await charged()).toEqual({ succeeded: 1 });
  });

  /** Resolves once a call has used up the simulated failure. */
  const failureConsumed = async (): Promise<void> => {
    for (;;) {
      const controls = (await (await fetch(`${provider.url}/controls`)).json()) as { apiFailures: unknown[] };
      if (controls.apiFailures.length === 0) return;
    }
  };

  it('returns 409 for a key whose first request is still in progress', async () => {
    await simulate({ kind: 'slow', when: 'before', ms: 500 });
    const first = pay(stripe);
    await failureConsumed();

    const second = await catchError(pay(stripe));

    expect(second.statusCode).toBe(409);
    expect((await first).status).toBe('succeeded');
  });

  it('applies to matching calls only, for the given count', async () => {
    await simulate({ kind: 'error', status: 429, method: 'POST', path: '/v1/refunds', count: 2 });
    const paid = await pay(stripe);

    const errors = [
      await catchError(stripe.refunds.create({ payment_intent: paid.id })),
      await catchError(stripe.refunds.create({ payment_intent: paid.id })),
    ];

    expect(errors.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    expect((await stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded');
  });

  it('rejects an invalid control with a clear message', async () => {
    await expect(simulate({ kind: 'explode' })).rejects.toThrow('kind must be one of error, hang, slow.');
    await expect(simulate({ kind: 'error', color: 'red' })).rejects.toThrow('Unknown control: color');
  });
});
