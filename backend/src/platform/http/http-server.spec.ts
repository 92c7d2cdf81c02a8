import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { AddressInfo } from 'node:net';
import { HttpServer, type Host } from './http-server.js';

const hasIpv6 = networkInterfaces().lo?.some(({ address }) => address === '::1') ?? false;
/** 127.0.0.2 stands in for an address of the machine's network, and exists on every machine. */
const LOOPBACK = ['localhost', '127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])];
const ALL = [...LOOPBACK, '127.0.0.2'];

describe('an HTTP server', () => {
  it.each<[string, Host[], string[]]>([
    ['loopback only', ['127.0.0.1', '::1'], LOOPBACK],
    ['one address', ['127.0.0.1'], ['localhost', '127.0.0.1']],
    ['all addresses of the machine', [undefined], ALL],
  ])('listens on %s if its hosts say so', async (_, hosts, expected) => {
    const http = new HttpServer();
    const server = createServer((_request, response) => response.end());
    http.attach(server);
    await http.listen(0, hosts);
    const { port } = server.address() as AddressInfo;
    const isReachable = (address: string) => fetch(`http://${address}:${port}`).then(Boolean, () => false);
    const reachable = await Promise.all(ALL.map(isReachable));
    expect(ALL.filter((_address, index) => reachable[index])).toEqual(expected);
    await http.close(0);
  });

  it('responds in JSON that any page can read when the headers are too large', async () => {
    const http = new HttpServer();
    const server = createServer((_request, response) => response.end());
    http.attach(server);
    await http.listen(0, ['127.0.0.1']);
    const { port } = server.address() as AddressInfo;
    const call = (bytes: number) =>
      fetch(`http://127.0.0.1:${port}`, { headers: { Authorization: 'x'.repeat(bytes) } });
    expect((await call(32_000)).status).toBe(200);
    for (const bytes of [33_000, 1_000_000]) {
      const response = await call(bytes);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(await response.json()).toMatchObject({ statusCode: 431, code: 'headers_too_large' });
    }
    await http.close(0);
  });
});
