import { networkInterfaces } from 'node:os';
import { startEmulatorApp } from '../src/app/index.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((entry) => entry?.address === '::1');

describe('listening on loopback', () => {
  it('serves every address of localhost until it is closed', async () => {
    const app = await startEmulatorApp({ host: '127.0.0.1', port: 0 });
    const addresses = ['localhost', '127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])];
    const reachable = () =>
      Promise.all(
        addresses.map((address) =>
          fetch(`http://${address}:${app.port}/`, { headers: { Connection: 'close' } }).then(
            async (response) => response.ok && (await response.text()) !== '',
            () => false,
          ),
        ),
      );
    expect(await reachable()).toEqual(addresses.map(() => true));
    await app.close();
    expect(await reachable()).toEqual(addresses.map(() => false));
  });
});
