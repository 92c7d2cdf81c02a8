import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis } from '../machine/redis-binary.mjs';
import { startService } from '../machine/run-service.mjs';

/** URL of the embedded server. */
export function redisUrl({ port, password }) {
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** Redis on loopback with a password and an append-only file that is synced every second. */
export async function startRedis({ dataDir, logsDir, port, password, busy, signal }) {
  const files = join(dataDir, 'redis');
  const { command, env } = await findRedis(busy);
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const file = join(files, 'redis.conf');
  const configuration = `bind 127.0.0.1
port ${port}
requirepass ${password}
dir ${JSON.stringify(files)}
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
`;
  writeFileSync(file, configuration, { mode: 0o600 });
  const start = () =>
    startService({
      name: 'redis',
      command,
      args: [file],
      env,
      cwd: files,
      logFile: join(logsDir, 'redis.log'),
      isReady: ({ tail }) => /ready to accept connections/i.test(tail),
      signal,
    });
  const service = await start().catch((error) => {
    if (!/append only file|AOF|Bad file format/i.test(error.message)) throw error;
    // Everything in Redis can be rebuilt from PostgreSQL, so a damaged file is moved aside instead of failing the start.
    renameSync(join(files, 'appendonlydir'), join(files, `appendonlydir.damaged-${Date.now()}`));
    return start();
  });
  return Object.assign(service, { url: redisUrl({ port, password }) });
}
