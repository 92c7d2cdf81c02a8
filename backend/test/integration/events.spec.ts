import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import { EVENTS_DOCUMENT, eventTables } from '../support/event-documentation.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

interface RecordedIds {
  handlers: string[];
  scheduledTasks: string[];
}

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../recorded-ids.json'), 'utf8'),
) as RecordedIds;

/**
 * IDs of event handlers and scheduled tasks are stored. A handler whose ID disappears or changes runs again for events it has
 * already handled. Add new IDs to recorded-ids.json; remove one only together with its handler or task.
 */
describe('event handlers and scheduled tasks', () => {
  const product = useFixture(startTestProduct);
  let work: RegisteredWork;

  beforeAll(async () => {
    work = (await product.startWorker()).get(RegisteredWork);
  });

  it('are those in docs/events.md, with every event, its payload and its queue', async () => {
    const expected = await eventTables(work.handlers());
    const document = readFileSync(EVENTS_DOCUMENT, 'utf8');
    const isCurrent = document.endsWith(`\n\n${expected}`);
    if (!isCurrent)
      process.stdout.write(`Replace everything from the first table's heading on with:\n\n${expected}\n`);
    expect(isCurrent).toBe(true);
  });

  it('have the recorded IDs', () => {
    expect(sortedIds(work.handlers())).toEqual(recorded.handlers);
    expect(sortedIds(work.scheduledTasks())).toEqual(recorded.scheduledTasks);
  });
});

function sortedIds(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id).sort();
}
