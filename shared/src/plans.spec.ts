import { PLAN_PRICES, planPriceByAmount, getPlanPrice, parseInterval, parsePaidPlan } from './plans.js';

describe('plans on sale', () => {
  it('have the prices of the catalog, in cents', () => {
    expect(
      Object.fromEntries(PLAN_PRICES.map((planPrice) => [planPrice.lookupKey, planPrice.amountCents])),
    ).toEqual({
      team_month: 4900,
      team_year: 49900,
      growth_month: 9900,
      growth_year: 99900,
    });
  });

  it('are identified by their exact amount', () => {
    for (const planPrice of PLAN_PRICES)
      expect(planPriceByAmount(planPrice.amountCents)).toBe(getPlanPrice(planPrice.plan, planPrice.interval));
    for (const amount of [0, -4900, 4901, 49, 9800, Number.NaN])
      expect(planPriceByAmount(amount)).toBeUndefined();
  });

  it.each([
    ['Team', 'team'],
    ['  GROWTH ', 'growth'],
    ['free', undefined],
    ['', undefined],
    [null, undefined],
    ['__proto__', undefined],
  ])('parse the plan name %j as %j', (text, plan) => expect(parsePaidPlan(text)).toBe(plan));

  it.each([
    ['year', 'year'],
    ['Month', 'month'],
    ['weekly', undefined],
    [undefined, undefined],
  ])('parse the interval %j as %j', (text, interval) => expect(parseInterval(text)).toBe(interval));
});
