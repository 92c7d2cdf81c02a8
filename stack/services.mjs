import { launchPostgres } from './services/postgres.mjs';
import { launchRedis } from './services/redis.mjs';
import { launchEmulators } from './services/emulators.mjs';

const running = new Map();

/**
 * The embedded services. Each start function stops leftovers of an earlier run in the same data folder, and resolves once the service
 * is ready, with what `runService` returns ({ pid, exited, stop, kill }) plus its address as `url`. Starting a service twice with the
 * same data folder in one process returns the running one.
 */
export const startPostgres = (options) => once('postgres', options, launchPostgres);
export const startRedis = (options) => once('redis', options, launchRedis);
export const startEmulators = (options) => once('emulators', options, launchEmulators);

async function once(name, options, launch) {
  const key = `${name} ${options.dataDir}`;
  const existing = await running.get(key)?.catch(() => undefined);
  if (existing && !existing.outcome) return existing;
  const starting = launch(options);
  running.set(key, starting);
  return starting;
}
