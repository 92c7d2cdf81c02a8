import type { INestApplicationContext, Type } from '@nestjs/common';
import { RegisteredWork } from '../../src/platform/outbox/registered-work.js';
import type { TestProduct } from './test-product.js';

export type TestWorker = Pick<INestApplicationContext, 'get'>;

/** A worker of the product that is started before the tests of this file or `describe`. It stops with the product. */
export function useWorker(
  product: TestProduct,
  { runsScheduledTasks = true }: { runsScheduledTasks?: boolean } = {},
): TestWorker {
  let worker: INestApplicationContext;
  beforeAll(async () => {
    worker = await product.startWorker();
    if (!runsScheduledTasks) await stopScheduledTasks(product, worker);
  });
  return { get: (type: Type) => worker.get(type) };
}

/** From now on, only the test runs the worker's scheduled tasks. */
export async function stopScheduledTasks({ database }: TestProduct, worker: TestWorker): Promise<void> {
  const tasks = worker.get(RegisteredWork).scheduledTasks();
  await database.query({
    text: `insert into scheduled_tasks (name, next_run_at) select unnest($1::text[]), 'infinity'
           on conflict (name) do update set next_run_at = excluded.next_run_at`,
    values: [tasks.map(({ id }) => id)],
  });
}
