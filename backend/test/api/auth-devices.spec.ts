import {
  call,
  confirmedPerson,
  eventsOf,
  linkSecret,
  paidPerson,
  refresh,
  signIn,
  type Person,
} from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const CHROME_NEXT = CHROME.replace('141', '142');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

describe('a sign-in on another device', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ TRUSTED_PROXIES: 'loopback' })));
  afterAll(() => product?.stop());

  /** On the site, as a browser sends it, with the cookies it has; gives those it has afterwards. */
  const onSite = async (person: Person, userAgent: string, cookie = ''): Promise<string> => {
    const response = await signIn(product, person)
      .set('User-Agent', userAgent)
      .set('Sec-Fetch-Site', 'same-origin')
      .set('Cookie', cookie)
      .expect(200);
    return response.get('Set-Cookie')![0]!;
  };
  const elsewhere = (person: Person, userAgent: string) =>
    signIn(product, person).set('User-Agent', userAgent).set('X-Forwarded-For', '10.5.5.5').expect(200);
  const told = async ({ id }: Person) =>
    (await eventsOf(product, id)).filter(({ topic }) => topic === 'user.signed_in_on_new_device');
  /** Someone with one device, which has a browser on it. */
  const withBrowser = async () => {
    const person = await confirmedPerson(product);
    await product.database.query({
      text: 'delete from known_devices where user_id = $1',
      values: [person.id],
    });
    return { person, cookie: (await onSite(person, CHROME)).split(';')[0]! };
  };

  it('is told to the owner with device, address and time; the first one of an account is not', async () => {
    const { person } = await withBrowser();
    expect(await told(person)).toEqual([]);
    await elsewhere(person, FIREFOX);
    const [event] = await told(person);
    expect(event!.payload).toEqual({
      userId: person.id,
      device: 'Firefox on Linux',
      ipAddress: '10.5.5.5',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('is told once: the device is known from then on, in later versions too', async () => {
    const { person, cookie } = await withBrowser();
    await onSite(person, CHROME, cookie);
    await onSite(person, CHROME_NEXT, cookie);
    expect(await told(person)).toHaveLength(0);
    for (let times = 0; times < 2; times++) await elsewhere(person, FIREFOX);
    expect(await told(person)).toHaveLength(1);
  });

  it('is told when only the name of the browser is the same', async () => {
    const { person } = await withBrowser();
    await onSite(person, CHROME);
    expect(await told(person)).toHaveLength(1);
    await elsewhere(person, CHROME);
    expect(await told(person)).toHaveLength(2);
    await onSite(person, CHROME, 'device=of-my-own-making');
    expect(await told(person)).toHaveLength(3);
  });

  it('is not told of a wrong password, of a refreshed session, or of a link that an email carried', async () => {
    const { person } = await withBrowser();
    await signIn(product, { ...person, password: 'wrong' })
      .set('User-Agent', FIREFOX)
      .expect(400);
    const token_hash = await linkSecret(product, person.id, 'recovery', person.email);
    const { body } = await call(product, 'post', '/verify')
      .set('User-Agent', FIREFOX)
      .send({ type: 'recovery', token_hash })
      .expect(200);
    await refresh(product, body.refresh_token).set('User-Agent', CHROME).expect(200);
    expect(await told(person)).toEqual([]);
    await elsewhere(person, FIREFOX);
    expect(await told(person)).toEqual([]);
  });

  it('is told when it is that of someone who had the account before its owner proved the mailbox', async () => {
    const person = await paidPerson(product);
    await elsewhere(person, FIREFOX);
    const token_hash = await linkSecret(product, person.id, 'recovery', person.email);
    const { body } = await call(product, 'post', '/verify')
      .set('User-Agent', CHROME)
      .send({ type: 'recovery', token_hash })
      .expect(200);
    await call(product, 'put', '/user', body.access_token).send({ password: 'of the owner' }).expect(200);
    expect(await told(person)).toEqual([]);
    await elsewhere({ ...person, password: 'of the owner' }, FIREFOX);
    expect(await told(person)).toHaveLength(1);
  });

  it('leaves a mark that no script reads, in browsers that sign in on the site alone', async () => {
    const { person, cookie } = await withBrowser();
    const renewed = await onSite(person, CHROME, cookie);
    expect(renewed).toMatch(
      /^device=[\w-]{43}; Max-Age=2592000; Path=\/api\/auth\/v1; HttpOnly; SameSite=Lax$/i,
    );
    expect(renewed.split(';')[0]).toBe(cookie);
    expect((await elsewhere(person, CHROME)).get('Set-Cookie')).toBeUndefined();
    const [row] = await product.database.query<{ everything: string }>({
      text: 'select json_agg(known_devices)::text as everything from known_devices',
    });
    expect(row!.everything).not.toContain(Buffer.from(cookie.split('=')[1]!).toString('hex'));
  });
});
