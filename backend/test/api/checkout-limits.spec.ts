import { aPerson, type Person } from '../support/people.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

/** That cards cannot be tried out without end, and that an office may buy all the same. */
describe('new checkouts are limited', () => {
  let shop: TestShop;
  let offices = 0;
  beforeAll(async () => {
    shop = await startTestShop({
      RATE_LIMITS: 'on',
      NEW_CHECKOUTS_PER_HOUR: '2',
      TRUSTED_PROXIES: 'loopback',
    });
  });
  afterAll(() => shop?.stop());

  const anOffice = () => `10.9.0.${++offices}`;
  const open = async (address: string, person?: Person) =>
    (
      await shop.call(
        'create-payment-intent',
        { amount: 4900, planName: 'team' },
        { ...person?.headers, 'X-Forwarded-For': address },
      )
    ).status;

  it('by the address for visitors, who are told when to come back', async () => {
    const office = anOffice();
    expect([await open(office), await open(office)]).toEqual([200, 200]);
    const refused = await shop.call(
      'create-payment-intent',
      { amount: 4900, planName: 'team' },
      { 'X-Forwarded-For': office },
    );
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await open(anOffice())).toBe(200);
  });

  it('but not the one that a browser has open already', async () => {
    const office = anOffice();
    const body = { amount: 4900, planName: 'team' };
    const first = await shop.call('create-payment-intent', body, { 'X-Forwarded-For': office });
    const Cookie = first.headers.get('set-cookie')!.split(';')[0]!;
    for (let reload = 0; reload < 5; reload += 1) {
      const again = await shop.call('create-payment-intent', body, { 'X-Forwarded-For': office, Cookie });
      expect(again).toMatchObject({ status: 200, body: { paymentIntentId: first.body.paymentIntentId } });
    }
  });

  it('by the account for who is signed in, wherever it calls from', async () => {
    const [ada, bob] = [await aPerson(shop), await aPerson(shop)];
    const office = anOffice();
    await open(office);
    await open(office);
    expect(await open(office)).toBe(429);
    expect([await open(office, ada), await open(anOffice(), ada)]).toEqual([200, 200]);
    expect([await open(office, ada), await open(anOffice(), ada)]).toEqual([429, 429]);
    expect(await open(office, bob)).toBe(200);
  });

  it('by the address for an account whose mailbox nobody has proven', async () => {
    const office = anOffice();
    for (const expected of [200, 200, 429])
      expect(await open(office, await aPerson(shop, { proven: false }))).toBe(expected);
  });

  it('and for all the accounts behind one address together, at ten times as many', async () => {
    const office = anOffice();
    const people = await Promise.all(Array.from({ length: 11 }, () => aPerson(shop)));
    const statuses: number[] = [];
    for (const person of people) statuses.push(await open(office, person), await open(office, person));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
    expect(await open(anOffice(), people[0])).toBe(429);
    expect(await open(anOffice(), await aPerson(shop))).toBe(200);
  });
});
