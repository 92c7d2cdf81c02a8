import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { restrictedFetch, PrivateAddressError, publicFetch } from './public-fetch.js';

const LOOPBACK = ['127.0.0.1', '::1'];

describe('requests to the public internet', () => {
  let server: Server;
  let port: number;
  let requested: string[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(request.url ?? '');
      const { searchParams } = new URL(request.url ?? '', 'http://server');
      const to = searchParams.get('to');
      if (to === null) response.end('here');
      else response.writeHead(302, { Location: to }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => new Promise((closed) => server.close(closed)));
  beforeEach(() => (requested = []));

  const captureFailure = (call: Promise<Response>): Promise<unknown> =>
    call.then(
      (response) => response.status,
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
    const failure = await captureFailure(publicFetch(`http://${host}:${port}/`));
    expect(PrivateAddressError.caused(failure)).toBe(true);
    expect(requested).toEqual([]);
  });

  it('reach allowed hosts by address and by name, with their body', async () => {
    const call = restrictedFetch((address) => LOOPBACK.includes(address));
    for (const host of ['127.0.0.1', 'localhost']) {
      const body = new URLSearchParams({ code: 'x' });
      const response = await call(`http://${host}:${port}/token`, { method: 'POST', body });
      expect([response.status, await response.text()]).toEqual([200, 'here']);
    }
    expect(requested).toEqual(['/token', '/token']);
  });

  it('do not follow a redirect to a private address', async () => {
    const call = restrictedFetch((address) => address === '127.0.0.1');
    const redirectTo = (host: string) =>
      call(`http://127.0.0.1:${port}/?to=${encodeURIComponent(`http://${host}:${port}/inside`)}`);
    expect((await redirectTo('127.0.0.1')).status).toBe(200);
    expect(PrivateAddressError.caused(await captureFailure(redirectTo('127.0.0.2')))).toBe(true);
    expect(requested.filter((path) => path === '/inside')).toHaveLength(1);
  });

  it('distinguish other failures', async () => {
    const call = restrictedFetch(() => true);
    const failure = await captureFailure(call('http://127.0.0.1:1/'));
    expect(failure).toBeInstanceOf(TypeError);
    expect(PrivateAddressError.caused(failure)).toBe(false);
    expect(PrivateAddressError.caused(undefined)).toBe(false);
  });
});
