import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchWithin, PrivateAddressError, publicFetch } from './public-fetch.js';

const LOOPBACK = ['127.0.0.1', '::1'];

describe('calls to the public internet', () => {
  let server: Server;
  let port: number;
  let asked: string[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const { searchParams } = new URL(request.url ?? '', 'http://server');
      const to = searchParams.get('to');
      if (to === null) response.end('here');
      else response.writeHead(302, { Location: to }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => new Promise((closed) => server.close(closed)));
  beforeEach(() => (asked = []));

  const failureOf = (call: Promise<Response>): Promise<unknown> =>
    call.then(
      (answer) => answer.status,
      (error: unknown) => error,
    );

  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
    'localhost.',
    '0.0.0.0',
  ])('never reach %s', async (host) => {
    const failure = await failureOf(publicFetch(`http://${host}:${port}/`));
    expect(PrivateAddressError.isCauseOf(failure)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('reach what is allowed, by address and by name, with what is sent along', async () => {
    const call = fetchWithin((address) => LOOPBACK.includes(address));
    for (const host of ['127.0.0.1', 'localhost']) {
      const body = new URLSearchParams({ code: 'x' });
      const answer = await call(`http://${host}:${port}/token`, { method: 'POST', body });
      expect([answer.status, await answer.text()]).toEqual([200, 'here']);
    }
    expect(asked).toEqual(['/token', '/token']);
  });

  it('are not led elsewhere by a redirect', async () => {
    const call = fetchWithin((address) => address === '127.0.0.1');
    const lead = (host: string) =>
      call(`http://127.0.0.1:${port}/?to=${encodeURIComponent(`http://${host}:${port}/inside`)}`);
    expect((await lead('127.0.0.1')).status).toBe(200);
    expect(PrivateAddressError.isCauseOf(await failureOf(lead('127.0.0.2')))).toBe(true);
    expect(asked.filter((path) => path === '/inside')).toHaveLength(1);
  });

  it('tell other failures apart', async () => {
    const call = fetchWithin(() => true);
    const failure = await failureOf(call('http://127.0.0.1:1/'));
    expect(failure).toBeInstanceOf(TypeError);
    expect(PrivateAddressError.isCauseOf(failure)).toBe(false);
    expect(PrivateAddressError.isCauseOf(undefined)).toBe(false);
  });
});
