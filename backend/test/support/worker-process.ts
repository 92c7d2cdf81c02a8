import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Settings } from '../../src/platform/config/settings.js';

const BACKEND = join(import.meta.dirname, '../..');

export interface WorkerProcess {
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** A worker in a process of its own, on the same database, queues and mail server. It keeps the system's time. */
export async function startWorkerProcess(settings: Settings): Promise<WorkerProcess> {
  const worker = spawn(
    process.execPath,
    ['--import', join(BACKEND, 'test/support/run-typescript.mjs'), 'src/worker.ts'],
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
        WORKER_PORT: '0',
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(worker, 'exit');
  await new Promise<void>((resolve, reject) => {
    worker.stdout.on('data', (said: Buffer) => {
      if (said.toString().includes('"working"')) resolve();
    });
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code} before it worked`)));
  });
  return {
    async kill() {
      worker.kill('SIGKILL');
      await ended;
    },
  };
}
