import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { works } from '../machine/find-program.mjs';
import { endLeftover } from '../machine/processes.mjs';
import { runPart } from '../machine/run-part.mjs';
import { findRedis } from '../machine/redis-binary.mjs';
import { ask } from '../machine/tcp.mjs';
import { until } from '../machine/wait.mjs';

/** Redis on loopback, behind a password, writing its append-only file every second. */
export async function bringUpRedis({ dataDir, logsDir, toolsDir, port, password, busy }) {
  const files = join(dataDir, 'redis');
  const pidFile = join(dataDir, 'redis.pid');
  await endLeftover(pidFile);
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
    runPart({
      name: 'redis',
      command: redis.command,
      args: launch,
      env: redis.env,
      cwd: files,
      pidFile,
      logFile: join(logsDir, 'redis.log'),
    });
  const part = await readyRedis(start, { port, password, files });
  part.url = `redis://:${password}@127.0.0.1:${port}`;
  return part;
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
    'redis:7-alpine',
    ...inside,
  ];
}

async function readyRedis(start, { port, password, files }) {
  const ready = async (part) =>
    // While it loads its files it takes a password already, and answers everything else with an error.
    until(async () => (await ask(port, `AUTH ${password}\r\nPING\r\n`, /\n[^]*\n/)).includes('+PONG'), {
      what: 'Redis getting ready',
      timeoutMs: 60_000,
      everyMs: 20,
      unless: part.failure,
    });
  const part = start();
  try {
    await ready(part);
    return part;
  } catch (error) {
    await part.stop();
    if (!/append only file|AOF|Bad file format/i.test(error.message)) throw error;
  }
  // Everything in Redis can be made again from PostgreSQL, so a damaged file is put aside rather than a reason to stop.
  renameSync(join(files, 'appendonlydir'), join(files, `appendonlydir.damaged-${Date.now()}`));
  const fresh = start();
  await ready(fresh);
  return fresh;
}
