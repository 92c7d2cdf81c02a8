import { networkInterfaces } from 'node:os';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const hasIpv6 = networkInterfaces().lo?.some(({ address }) => address === '::1') ?? false;
/** 127.0.0.2 stands in for an address of the machine's network, and exists on every machine. */
const ADDRESSES = ['localhost', '127.0.0.1', ...(hasIpv6 ? ['[::1]'] : []), '127.0.0.2'];

describe.each([
  ['main', 'PORT', '/api/health/live'],
  ['worker', 'WORKER_PORT', '/health/live'],
] as const)('the addresses that %s listens on', (program, _, path) => {
  let product: TestProduct;
  const processes: ProductProcess[] = [];
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    await product?.stop();
  });

  const reachableAddresses = async (variables: Record<string, string>): Promise<string[]> => {
    const started = await startProductProcess(program, product.settings, variables);
    processes.push(started);
    const { port } = new URL(started.url);
    const responses = await Promise.all(
      ADDRESSES.map((address) =>
        fetch(`http://${address}:${port}${path}`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return ADDRESSES.filter((_address, index) => responses[index]);
  };

  it('are loopback only in development', async () => {
    expect(await reachableAddresses({})).toEqual(ADDRESSES.slice(0, -1));
  });

  it('are all addresses of the machine when HOST says so', async () => {
    expect(await reachableAddresses({ HOST: hasIpv6 ? '::' : '0.0.0.0' })).toEqual(ADDRESSES);
  });

  it('are the one that HOST names', async () => {
    expect(await reachableAddresses({ HOST: '127.0.0.1' })).not.toContain('127.0.0.2');
  });
});
