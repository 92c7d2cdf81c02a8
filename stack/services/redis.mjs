import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { works } from '../machine/find-program.mjs';
import { stopLeftover } from '../machine/processes.mjs';
import { runService } from '../machine/run-service.mjs';
import { findRedis } from '../machine/redis-binary.mjs';
import { tcpRequest } from '../machine/tcp.mjs';
import { until } from '../machine/wait.mjs';

/** The same image as in docker-compose.yml. */
const IMAGE = 'redis:8.10.2-trixie@sha256:6f81e8915c60b065a524e6967e0ad1c639ba6efa84d669f823683ea04d9150ee';

/** Redis on loopback with a password and an append-only file that is synced every second. */
export async function launchRedis({ dataDir, logsDir, toolsDir, port, password, busy }) {
  const files = join(dataDir, 'redis');
  const pidFile = join(dataDir, 'redis.pid');
  await stopLeftover(pidFile);
  const redis = await findRedis(toolsDir, busy);
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const configuration = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    'daemonize no',
    `dir ${JSON.stringify(files)}`,
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
  ];
  writeFileSync(join(files, 'redis.conf'), `${configuration.join('\n')}\n`, { mode: 0o600 });
  const launch = redis.inContainer
    ? await containerArguments({ docker: redis.command, files, port })
    : [...redis.args, join(files, 'redis.conf')];
  const start = () =>
    runService({
      name: 'redis',
      command: redis.command,
      args: launch,
      env: redis.env,
      cwd: files,
      pidFile,
      logFile: join(logsDir, 'redis.log'),
    });
  const service = await startUntilReady(start, { port, password, files });
  service.url = `redis://:${password}@127.0.0.1:${port}`;
  return service;
}

async function containerArguments({ docker, files, port }) {
  const name = `subscription-site-redis-${port}`;
  await works(docker, ['rm', '--force', name]);
  const inside = [
    'redis-server',
    '/data/redis.conf',
    '--bind',
    '0.0.0.0',
    '--port',
    '6379',
    '--dir',
    '/data',
  ];
  return [
    'run',
    '--rm',
    '--name',
    name,
    '-p',
    `127.0.0.1:${port}:6379`,
    '-v',
    `${files}:/data`,
    IMAGE,
    ...inside,
  ];
}

async function startUntilReady(start, { port, password, files }) {
  const ready = async (service) =>
    // While loading its files, Redis accepts AUTH but rejects all other commands.
    until(
      async () => (await tcpRequest(port, `AUTH ${password}\r\nPING\r\n`, /\n[^]*\n/)).includes('+PONG'),
      {
        what: 'Redis to be ready',
        timeoutMs: 60_000,
        everyMs: 20,
        unless: service.failure,
      },
    );
  const service = start();
  try {
    await ready(service);
    return service;
  } catch (error) {
    await service.stop();
    if (!/append only file|AOF|Bad file format/i.test(error.message)) throw error;
  }
  // Everything in Redis can be rebuilt from PostgreSQL, so a damaged file is moved aside instead of failing the start.
  renameSync(join(files, 'appendonlydir'), join(files, `appendonlydir.damaged-${Date.now()}`));
  const fresh = start();
  await ready(fresh);
  return fresh;
}
