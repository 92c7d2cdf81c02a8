import { END_SUBSCRIPTION, refundedInPeriodAt } from './payment-reversal.js';
import type { ProviderRefund } from './refunds.port.js';

const day = (date: number): Date => new Date(Date.UTC(2026, 10, date));

describe('a refund of a payment of $49', () => {
  const refunded = (...refunds: [date: number, amountCents: number, decision?: 'true' | 'false'][]) => {
    const newestFirst = refunds.toReversed().map(([date, amountCents, decision]): ProviderRefund => ({
      id: `re_${date}`,
      createdAt: day(date),
      paymentIntentId: 'pi_1',
      amountCents,
      status: 'succeeded',
      metadata: decision ? { [END_SUBSCRIPTION]: decision } : {},
    }));
    const reversal = { paymentIntentId: 'pi_1', receivedCents: 4900, refunds: newestFirst, disputes: [] };
    return refundedInPeriodAt(reversal, day(30));
  };

  it.each<[string, Parameters<typeof refunded>, Date | undefined]>([
    ['in part', [[1, 1000]], undefined],
    ['in full', [[1, 4900]], day(1)],
    [
      'in full, in two parts',
      [
        [1, 1000],
        [2, 3900],
      ],
      day(2),
    ],
    ['in full, after the period', [[30, 4900]], undefined],
    ['in full, by staff who keep the plan', [[1, 4900, 'false']], undefined],
    ['in part, by staff who end the plan', [[1, 1000, 'true']], day(1)],
    [
      'in part, by staff who keep the plan, and then the rest at the provider',
      [
        [1, 1000, 'false'],
        [2, 3900],
      ],
      day(2),
    ],
    [
      'in part at the provider, and then the rest by staff who keep the plan',
      [
        [1, 1000],
        [2, 3900, 'false'],
      ],
      undefined,
    ],
  ])('%s', (_, refunds, endedAt) => {
    expect(refunded(...refunds)).toEqual(endedAt);
  });
});
