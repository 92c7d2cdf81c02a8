import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../src/bootstrap/create-api.js';
import { createWorker } from '../../src/bootstrap/create-worker.js';
import type { Settings } from '../../src/platform/config/settings.js';
import { Database, type Statement } from '../../src/platform/database/database.js';
import { HttpServer } from '../../src/platform/http/http-server.js';
import type { Logger } from '../../src/platform/logging/logger.js';
import { Relay } from '../../src/platform/outbox/relay.js';
import { Scheduler } from '../../src/platform/worker/scheduler.js';
import { TestClock } from './test-clock.js';
import { createTestDatabase } from './test-database.js';
import { testLogger } from './test-logger.js';
import { testSettings } from './test-settings.js';

/**
 * Workers check what is due this long after the clock was advanced, instead of at their next poll. Not at once: the provider's clock is
 * advanced a moment later, and the job of an event that was just postponed may still exist, whose ID Bull would ignore.
 */
const WAKE_MS = 200;
/** Requests that a test leaves behind are cut off after this. */
const REQUESTS_END_WITHIN_MS = 1000;
/** Shorter steps, which tests repeat, make events due rather than scheduled tasks. */
const TASK_SECONDS = 30;

/** Tests need no reason for SQL: they check what the product stored. */
type DatabaseOfTest = Database & {
  query<Row>(statement: Pick<Statement, 'text' | 'values'>): Promise<Row[]>;
};

/** The product under test, with its own database and Redis prefix, an API, and the workers that the test starts. */
export interface TestProduct {
  settings: Settings;
  clock: TestClock;
  api: NestExpressApplication;
  /** Base URL of the API, without a trailing slash. */
  url: string;
  database: DatabaseOfTest;
  startWorker(): Promise<INestApplicationContext>;
  /** Runs the workers' scheduled tasks that are due, instead of at their next poll. */
  runDueTasks(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an API, without a worker, on a new database. `variables` are environment variables. Without the test clock, the product has
 * the clock that it has in development.
 */
export async function startTestProduct(
  variables: Record<string, string> = {},
  logger: Logger = testLogger,
  { usesTestClock = true }: { usesTestClock?: boolean } = {},
): Promise<TestProduct> {
  const database = await createTestDatabase();
  const storageFolder = await mkdtemp(join(tmpdir(), 'storage-test-'));
  const settings = testSettings({
    DATABASE_URL: database.url,
    STORAGE_DIR: storageFolder,
    QUEUE_PREFIX: `test-${randomBytes(6).toString('hex')}`,
    ...variables,
  });
  const clock = new TestClock();
  const clockOfProduct = usesTestClock ? clock : undefined;
  const api = await createApi({ settings, logger, clock: clockOfProduct });
  await api.listen(0, '127.0.0.1');
  const { port } = api.getHttpServer().address() as AddressInfo;
  const workers: INestApplicationContext[] = [];
  return {
    settings,
    clock,
    api,
    url: `http://127.0.0.1:${port}`,
    database: api.get(Database),
    async startWorker() {
      const worker = await createWorker({ settings, logger, clock: clockOfProduct });
      workers.push(worker);
      clock.onAdvance((seconds) => {
        setTimeout(() => {
          void worker.get(Relay).wake();
          if (seconds >= TASK_SECONDS) void worker.get(Scheduler).tick();
        }, WAKE_MS).unref();
      });
      return worker;
    },
    async runDueTasks() {
      await Promise.all(workers.map((worker) => worker.get(Scheduler).tick()));
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.close()));
      // Without this, a connection that a client opened but never used would keep the API open for as long as the client keeps it.
      await api.get(HttpServer).close(REQUESTS_END_WITHIN_MS);
      await api.close();
      await database.drop();
      await rm(storageFolder, { recursive: true, force: true });
    },
  };
}
