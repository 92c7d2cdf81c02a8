import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

interface RecordedIds {
  handlers: string[];
  scheduledTasks: string[];
}

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../recorded-ids.json'), 'utf8'),
) as RecordedIds;

/**
 * Ids of event handlers and scheduled tasks are stored. A handler whose ID disappears or changes runs again for events it has
 * already handled. Add new IDs to recorded-ids.json; remove one only together with its handler or task.
 */
describe('recorded ids', () => {
  let product: TestProduct;
  let work: RegisteredWork;

  beforeAll(async () => {
    product = await startTestProduct();
    work = (await product.startWorker()).get(RegisteredWork);
  });

  afterAll(() => product.stop());

  it('match the event handlers', () => {
    expect(idsOf(work.handlers())).toEqual(recorded.handlers);
  });

  it('match the scheduled tasks', () => {
    expect(idsOf(work.scheduledTasks())).toEqual(recorded.scheduledTasks);
  });
});

function idsOf(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id).sort();
}
