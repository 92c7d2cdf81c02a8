import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Settings } from '../../src/platform/config/settings.js';
import { eventually } from './eventually.js';

const BACKEND = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;

export interface ProductProcess {
  /** Address of the API, or of the worker's health endpoint. */
  url: string;
  signal(name: NodeJS.Signals): void;
  /** Resolves on exit, with the milliseconds since the last signal. */
  exited: Promise<{ code: number | null; afterMs: number }>;
  /** Sends SIGKILL. Safe to call after exit. */
  kill(): Promise<void>;
}

/**
 * Starts an API (`main`) or a worker as a separate process with the database, queues and mail server of these settings, and waits
 * until it is ready. It uses the system clock. `variables` are additional environment variables.
 */
export async function startProductProcess(
  program: 'main' | 'worker',
  settings: Settings,
  variables: Record<string, string> = {},
): Promise<ProductProcess> {
  const port = variables.PORT ?? variables.WORKER_PORT ?? String(await freePort());
  const child = spawn(
    process.execPath,
    ['--import', join(BACKEND, 'test/support/run-typescript.mjs'), `src/${program}.ts`],
    {
      cwd: BACKEND,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: settings.databaseUrl,
        REDIS_URL: settings.redisUrl,
        QUEUE_PREFIX: settings.queuePrefix,
        SMTP_URL: settings.mail.smtpUrl,
        SITE_URL: settings.siteUrl,
        AUTH_JWT_SECRET: settings.auth.sharedSecret,
        AUTH_JWT_KEYS: '',
        STORAGE_DIR: settings.storage.folder,
        RATE_LIMITS: 'off',
        SITE_FOLDER: '/nonexistent',
        LOG_LEVEL: 'warn',
        [program === 'main' ? 'PORT' : 'WORKER_PORT']: port,
        ...variables,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  let signaledAt = 0;
  const exited = once(child, 'exit').then(([code]) => ({
    code: code as number | null,
    afterMs: Math.round(performance.now() - signaledAt),
  }));
  const url = `http://127.0.0.1:${port}`;
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const ready = program === 'main' ? '/api/health/ready' : '/health/ready';
  try {
    await eventually(async () => {
      if (child.exitCode !== null) return;
      const response = await fetch(url + ready, { headers: { Connection: 'close' } });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`${program} is not ready: ${response.status}`);
    }, READY_WITHIN_MS);
    if (child.exitCode !== null) throw new Error(`${program} exited with ${child.exitCode}`);
  } catch (error) {
    await kill();
    throw error;
  }
  return {
    url,
    signal(name) {
      signaledAt = performance.now();
      child.kill(name);
    },
    exited,
    kill,
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
