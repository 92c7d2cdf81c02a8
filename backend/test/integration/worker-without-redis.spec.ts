import { setImmediate } from 'node:timers/promises';
import { testSettings } from '../support/test-settings.js';
import { startStallingProxy, urlThrough, type StallingProxy } from '../support/stalling-proxy.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('worker without Redis', () => {
  let proxy: StallingProxy;
  let product: TestProduct;

  beforeAll(async () => {
    const { redisUrl } = testSettings();
    proxy = await startStallingProxy(redisUrl);
    proxy.stall();
    product = await startTestProduct({ REDIS_URL: urlThrough(proxy, redisUrl) });
  });

  afterAll(async () => {
    await product?.stop();
    proxy?.close();
  });

  it('stops while Redis does not respond, without an unhandled rejection', async () => {
    const rejections: unknown[] = [];
    const record = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', record);
    const worker = await product.startWorker();
    await worker.close();
    await setImmediate();
    process.off('unhandledRejection', record);
    expect(rejections).toEqual([]);
  });
});
