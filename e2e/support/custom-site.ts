import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testEnvironment } from './test-environment.js';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'backend/dist/main.js');
/** The product's processes have filled it. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node');
const READY_TIMEOUT_MS = 60_000;

/** A second API process on the same databases with different settings. */
export interface CustomSite {
  url: string;
  close(): Promise<void>;
}

export async function startCustomSite(settings: Record<string, string>): Promise<CustomSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const program = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      NODE_ENV: 'development',
      PORT: String(port),
      SITE_URL: url,
      APP_URL: testEnvironment.appUrl,
      DATABASE_URL: testEnvironment.databaseUrl,
      REDIS_URL: testEnvironment.redisUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_API_URL: testEnvironment.sandboxUrl,
      AUTH_JWT_KEYS: '',
      DATA_DIR: testEnvironment.dataDir,
      AUTH_JWT_SECRET: 'a-shared-secret-that-exists-in-tests-alone',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(program, 'exit');
  const close = async (): Promise<void> => {
    program.kill('SIGKILL');
    await exited;
  };
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (program.exitCode !== null) throw new Error('The site exited before it was ready.');
    if (Date.now() > deadline) {
      await close();
      throw new Error('The site was not ready in time.');
    }
    await pause(100);
  }
  return { url, close };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * A free port outside the ephemeral range, in which another process could get the same port before this one is used, and outside the
 * range of the test services. Random, so that several test processes can pick ports at the same time.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const listening = once(server, 'listening').then(() => true);
    // `fetch` and browsers reject port 10080, the only one of these.
    const port = randomInt(10_100, 20_000);
    server.listen(port, '127.0.0.1');
    const isFree = await listening.catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
