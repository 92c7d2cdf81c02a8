import { route, type Route } from '../http/route.ts';

/** What has been taken in and not given back, in each currency: the call with which a program sees that it is connected. */
const retrieve = route({
  method: 'GET',
  path: '/v1/balance',
  run({ sandbox }) {
    const sums = new Map<string, number>();
    for (const { amount_captured: taken, amount_refunded: given, currency } of sandbox.store.oldestFirst(
      'charge',
    )) {
      sums.set(currency, (sums.get(currency) ?? 0) + taken - given);
    }
    const available = [...sums].map(([currency, amount]) => ({
      amount,
      currency,
      source_types: { card: amount },
    }));
    return { object: 'balance', available, livemode: false, pending: [] };
  },
});

export const balanceRoutes: readonly Route[] = [retrieve];
