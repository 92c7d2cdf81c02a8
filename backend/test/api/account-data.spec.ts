import type { DataExportList } from '@subscription-site/shared/contracts';
import { callAuth, setRejectionDelay } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';
import { callApi } from '../support/call-api.js';
import { createUser, USER_PASSWORD } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const DAY_SECONDS = 86_400;

/** Who may delete an account and download its data. */
describe('an account and its data', () => {
  const product = useFixture(startTestProduct, { RATE_LIMITS: 'on' });
  // The link must expire, not only its file.
  useWorker(product, { runsScheduledTasks: false });

  beforeAll(async () => {
    setRejectionDelay(product, 0);
  });

  const account = <Body = Record<string, unknown>>(
    headers: Record<string, string>,
    ...[method, path, body]: [method: string, path: string, body?: object]
  ) => callApi<Body>(product, headers, method, `account/v1/${path}`, body);
  const signIn = async (email: string) => {
    const { body } = await callAuth(product, 'post', '/token?grant_type=password').send({
      email,
      password: USER_PASSWORD,
    });
    return { Authorization: `Bearer ${body.access_token}` };
  };
  const linkIn = async (headers: Record<string, string>) => {
    const { body } = await account<DataExportList>(headers, 'GET', 'exports');
    expect(body.items).toMatchObject([{ status: 'ready' }]);
    return body.items[0]!.downloadPath!;
  };
  const download = async (path: string) => {
    const response = await fetch(product.url + path);
    const body = await response.arrayBuffer();
    if (response.ok) return response.status;
    return [response.status, JSON.parse(Buffer.from(body).toString()).code] as unknown;
  };

  it('is deleted without a password only in a session of at most ten minutes', async () => {
    const { id, headers } = await createUser(product);
    await product.database.query({
      text: 'update users set password_hash = null where id = $1',
      values: [id],
    });
    product.clock.advance(601);
    expect(await account(headers, 'POST', 'deletion')).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_needed' },
    });
    expect((await account(headers, 'GET', 'deletion')).body).toEqual({
      scheduledFor: null,
      requiresPassword: false,
    });
    await product.database.query({
      text: 'update sessions set created_at = $2 where user_id = $1',
      values: [id, new Date(product.clock.now().getTime() - 590_000)],
    });
    expect((await account(headers, 'POST', 'deletion')).status).toBe(200);
  });

  it('is not deleted by guessing: wrong passwords count as failed sign-ins', async () => {
    const { email, headers } = await createUser(product);
    const remove = (password: string) => account(headers, 'POST', 'deletion', { password });
    for (let guess = 0; guess < 20; guess += 1)
      expect((await remove('a guess')).body).toMatchObject({ code: 'wrong_password' });
    expect(await remove(USER_PASSWORD)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const signedIn = await callAuth(product, 'post', '/token?grant_type=password').send({
      email,
      password: USER_PASSWORD,
    });
    expect(signedIn.status).toBe(429);
    expect((await account(headers, 'GET', 'deletion')).body).toMatchObject({ scheduledFor: null });
  });

  it('is downloaded until its owner signs out of the session of the link, and for seven days', async () => {
    const { id, email, headers } = await createUser(product);
    expect((await account(headers, 'POST', 'exports')).status).toBe(202);
    const link = await eventually(() => linkIn(headers));
    const other = await signIn(email);
    const linkOfOther = await linkIn(other);
    expect([await download(link), await download(linkOfOther)]).toEqual([200, 200]);
    expect(
      (await fetch(`${product.url}/api/auth/v1/logout?scope=local`, { method: 'POST', headers: other }))
        .status,
    ).toBe(204);
    const expired = [410, 'export_expired'];
    expect([await download(link), await download(linkOfOther)]).toEqual([200, expired]);

    product.clock.advance(7 * DAY_SECONDS - 60);
    expect(await download(link)).toBe(200);
    product.clock.advance(120);
    const session = { text: 'select 1 from sessions where user_id = $1 and not_after > $2' };
    expect(await product.database.query({ ...session, values: [id, product.clock.now()] })).toHaveLength(1);
    expect(await download(link)).toEqual(expired);
  });
});
