import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { freePort } from './product-process.js';

export interface TestRedis {
  url: string;
  /** For commands such as `REPLICAOF`. */
  client: Redis;
  stop(): Promise<void>;
}

interface RedisBinary {
  command: string;
  env: NodeJS.ProcessEnv;
}

/** Starts a Redis that only this test uses. */
export async function startTestRedis(): Promise<TestRedis> {
  const binaries = join(import.meta.dirname, '../../../stack/machine/redis-binary.mjs');
  const { findRedis } = (await import(binaries)) as { findRedis(): Promise<RedisBinary> };
  const { command, env } = await findRedis();
  const folder = await mkdtemp(join(tmpdir(), 'redis-test-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn(command, args, { env, stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await eventually(() => client.ping());
  return {
    url,
    client,
    async stop() {
      client.disconnect();
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
