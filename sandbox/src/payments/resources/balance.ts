import { route, type Route } from '../http/route.ts';

/** Captured minus refunded amounts per currency. Clients also use this call to check the connection. */
const retrieve = route({
  method: 'GET',
  path: '/v1/balance',
  run({ sandbox }) {
    const sums = new Map<string, number>();
    for (const {
      amount_captured: captured,
      amount_refunded: refunded,
      currency,
    } of sandbox.store.oldestFirst('charge')) {
      sums.set(currency, (sums.get(currency) ?? 0) + captured - refunded);
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
