import { bringUpPostgres } from './services/postgres.mjs';
import { bringUpRedis } from './services/redis.mjs';
import { bringUpEmulators } from './services/emulators.mjs';

const running = new Map();

/**
 * The embedded parts. Each start function first ends what an earlier run left in the same data folder, resolves when the
 * part is ready to use, and answers a part as `runPart` makes it ({ pid, exited, stop, kill }) with its address as `url`.
 * Started twice with the same data folder in one process, it answers the part that already runs.
 */
export const startPostgres = (options) => once('postgres', options, bringUpPostgres);
export const startRedis = (options) => once('redis', options, bringUpRedis);
export const startEmulators = (options) => once('emulators', options, bringUpEmulators);

async function once(name, options, bringUp) {
  const key = `${name} ${options.dataDir}`;
  const known = await running.get(key)?.catch(() => undefined);
  if (known && !known.outcome) return known;
  const starting = bringUp(options);
  running.set(key, starting);
  return starting;
}
