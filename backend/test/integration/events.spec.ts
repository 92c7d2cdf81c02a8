import { readFileSync } from 'node:fs';
import { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import { EVENTS_DOCUMENT, eventTables } from '../support/event-documentation.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('docs/events.md', () => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await startTestProduct();
  });

  afterAll(() => product.stop());

  it('lists every event with its payload, its queue and the handlers of the worker', async () => {
    const worker = await product.startWorker();
    const expected = await eventTables(worker.get(RegisteredWork).handlers());
    const document = readFileSync(EVENTS_DOCUMENT, 'utf8');
    const isCurrent = document.endsWith(`\n\n${expected}`);
    if (!isCurrent)
      process.stdout.write(`Replace everything from the first table's heading on with:\n\n${expected}\n`);
    expect(isCurrent).toBe(true);
  });
});
