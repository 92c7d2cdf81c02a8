import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Settings } from '../../src/platform/config/settings.js';
import { eventually } from './eventually.js';

const BACKEND = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
/** Far longer than a process may take. */
const EXIT_WITHIN_MS = 60_000;

export interface ProductProcess {
  pid: number;
  /** Address of the API, or of the worker's health endpoint. */
  url: string;
  signal(name: NodeJS.Signals): void;
  /** Resolves on exit, with the milliseconds since the last signal. Rejects if the process doesn't exit after it. */
  exited: Promise<{ code: number | null; afterMs: number }>;
  /** Sends SIGKILL. Safe to call after exit. */
  kill(): Promise<void>;
}

/**
 * Starts an API (`main`), a storage process or a worker as a separate process with the database, queues and mail server of these settings, and waits
 * until it is ready. It uses the system clock. `variables` are additional environment variables.
 */
export async function startProductProcess(
  program: 'main' | 'storage' | 'worker',
  settings: Settings,
  variables: Record<string, string> = {},
): Promise<ProductProcess> {
  const port = variables.PORT ?? variables.WORKER_PORT ?? String(await freePort());
  const portVariable = program === 'worker' ? 'WORKER_PORT' : 'PORT';
  const child = spawnProgram([program], settings, { [portVariable]: port, ...variables });
  let signaledAt = 0;
  const exit = once(child, 'exit');
  const {
    promise: exited,
    resolve,
    reject,
  } = Promise.withResolvers<{ code: number | null; afterMs: number }>();
  exited.catch(() => undefined);
  void exit.then(([code]) => resolve({ code, afterMs: Math.round(performance.now() - signaledAt) }));
  const url = `http://127.0.0.1:${port}`;
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  const ready = program === 'worker' ? '/health/ready' : '/api/health/ready';
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
    pid: child.pid!,
    url,
    signal(name) {
      signaledAt = performance.now();
      child.kill(name);
      const giveUp = () =>
        reject(
          new Error(`The ${program} process is still running after ${name}. ${describeThreads(child.pid!)}`),
        );
      const timer = setTimeout(giveUp, EXIT_WITHIN_MS);
      void exit.then(() => clearTimeout(timer));
    },
    exited,
    kill,
  };
}

/** What each thread of a process waits for, where the system tells (Linux). */
function describeThreads(pid: number): string {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return '';
  const read = (thread: string, file: string) => readFileSync(join(folder, thread, file), 'utf8').trim();
  return readdirSync(folder)
    .map((thread) => `${read(thread, 'comm')}: ${read(thread, 'wchan')}`)
    .join(', ');
}

/** Runs a program of the product (`ops`, with its arguments) with the same settings. */
export function spawnProgram(
  [program, ...args]: readonly [string, ...string[]],
  settings: Settings,
  variables: Record<string, string> = {},
): ChildProcess {
  const runner = join(BACKEND, '../stack/machine/run-typescript.mjs');
  // As in production.
  const flags = ['--max-semi-space-size=8', '--import', runner];
  return spawn(process.execPath, [...flags, `src/${program}.ts`, ...args], {
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
      AUTH_PASSWORD_HASH_MEMORY_KIB: String(settings.auth.hashMemoryKib),
      ...storageVariables(settings),
      RATE_LIMITS: 'off',
      SITE_FOLDER: '/nonexistent',
      LOG_LEVEL: 'warn',
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function storageVariables({ storage }: Settings): Record<string, string> {
  const { backend, folder, maxFileBytes, s3 } = storage;
  return {
    STORAGE_BACKEND: backend,
    STORAGE_DIR: folder,
    STORAGE_MAX_FILE_BYTES: String(maxFileBytes),
    ...(s3 && {
      STORAGE_S3_ENDPOINT: s3.endpoint!,
      STORAGE_S3_BUCKET: s3.bucket,
      STORAGE_S3_ACCESS_KEY_ID: s3.credentials!.accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: s3.credentials!.secretAccessKey,
    }),
  };
}

/**
 * A free port outside the ephemeral range, in which another process could get the same port before this one is used, and outside the
 * range of the test services. Random, so that several test processes can pick ports at the same time.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const listening = once(server, 'listening').then(() => true);
    // `fetch` rejects port 10080, the only one of these.
    const port = randomInt(10_100, 20_000);
    server.listen(port, '127.0.0.1');
    const isFree = await listening.catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
