import {
  callAuth,
  createConfirmedUser,
  listEvents,
  createLinkToken,
  createPaidUser,
  refresh,
  signIn,
  type TestUser,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const CHROME_NEXT = CHROME.replace('141', '142');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

describe('the alert for a sign-in on a new device', () => {
  const product = useShared(startTestProduct);

  /** Signs in on the site as a browser does, with its cookies; returns the cookies it has afterwards. */
  const signInOnSite = async (user: TestUser, userAgent: string, cookie = ''): Promise<string> => {
    const response = await signIn(product, user)
      .set('User-Agent', userAgent)
      .set('Sec-Fetch-Site', 'same-origin')
      .set('Cookie', cookie)
      .expect(200);
    return response.get('Set-Cookie')![0]!;
  };
  const signInFromApi = (user: TestUser, userAgent: string) =>
    signIn(product, user).set('User-Agent', userAgent).set('X-Forwarded-For', '10.5.5.5').expect(200);
  const newDeviceEvents = async ({ id }: TestUser) =>
    (await listEvents(product, id)).filter(({ topic }) => topic === 'user.signed_in_on_new_device');
  /** A user with one known device, identified by its browser. */
  const withBrowser = async () => {
    const user = await createConfirmedUser(product);
    await product.database.query({
      text: 'delete from known_devices where user_id = $1',
      values: [user.id],
    });
    return { user, cookie: (await signInOnSite(user, CHROME)).split(';')[0]! };
  };

  it('names device, IP address and time, and is not sent for the first device of an account', async () => {
    const { user } = await withBrowser();
    expect(await newDeviceEvents(user)).toEqual([]);
    await signInFromApi(user, FIREFOX);
    const [event] = await newDeviceEvents(user);
    expect(event!.payload).toEqual({
      userId: user.id,
      device: 'Firefox on Linux',
      ipAddress: '10.5.5.5',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('is sent once: the device is then known, also in later browser versions', async () => {
    const { user, cookie } = await withBrowser();
    await signInOnSite(user, CHROME, cookie);
    await signInOnSite(user, CHROME_NEXT, cookie);
    expect(await newDeviceEvents(user)).toHaveLength(0);
    for (let times = 0; times < 2; times++) await signInFromApi(user, FIREFOX);
    expect(await newDeviceEvents(user)).toHaveLength(1);
  });

  it('is sent when only the name of the browser matches', async () => {
    const { user } = await withBrowser();
    await signInOnSite(user, CHROME);
    expect(await newDeviceEvents(user)).toHaveLength(1);
    await signInFromApi(user, CHROME);
    expect(await newDeviceEvents(user)).toHaveLength(2);
    await signInOnSite(user, CHROME, 'device=of-my-own-making');
    expect(await newDeviceEvents(user)).toHaveLength(3);
  });

  it('is not sent for a wrong password, a refreshed session or an email link', async () => {
    const { user } = await withBrowser();
    await signIn(product, { ...user, password: 'wrong' })
      .set('User-Agent', FIREFOX)
      .expect(400);
    const token_hash = await createLinkToken(product, user.id, 'recovery', user.email);
    const { body } = await callAuth(product, 'post', '/verify')
      .set('User-Agent', FIREFOX)
      .send({ type: 'recovery', token_hash })
      .expect(200);
    await refresh(product, body.refresh_token).set('User-Agent', CHROME).expect(200);
    expect(await newDeviceEvents(user)).toEqual([]);
    await signInFromApi(user, FIREFOX);
    expect(await newDeviceEvents(user)).toEqual([]);
  });

  it('is sent for the device of someone who used the account before its owner confirmed the address', async () => {
    const user = await createPaidUser(product);
    await signInFromApi(user, FIREFOX);
    const token_hash = await createLinkToken(product, user.id, 'recovery', user.email);
    const { body } = await callAuth(product, 'post', '/verify')
      .set('User-Agent', CHROME)
      .send({ type: 'recovery', token_hash })
      .expect(200);
    await callAuth(product, 'put', '/user', body.access_token).send({ password: 'of the owner' }).expect(200);
    expect(await newDeviceEvents(user)).toEqual([]);
    await signInFromApi({ ...user, password: 'of the owner' }, FIREFOX);
    expect(await newDeviceEvents(user)).toHaveLength(1);
  });

  it('relies on an HttpOnly cookie that is set only for sign-ins on the site', async () => {
    const { user, cookie } = await withBrowser();
    const renewed = await signInOnSite(user, CHROME, cookie);
    expect(renewed).toMatch(
      /^device=[\w-]{43}; Max-Age=2592000; Path=\/api\/auth\/v1; HttpOnly; SameSite=Lax$/i,
    );
    expect(renewed.split(';')[0]).toBe(cookie);
    expect((await signInFromApi(user, CHROME)).get('Set-Cookie')).toBeUndefined();
    const [row] = await product.database.query<{ everything: string }>({
      text: 'select json_agg(known_devices)::text as everything from known_devices',
    });
    expect(row!.everything).not.toContain(Buffer.from(cookie.split('=')[1]!).toString('hex'));
  });
});
