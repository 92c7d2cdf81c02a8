import { mkdirSync } from 'node:fs';
import { freePort, requireFreePorts } from './machine/ports.mjs';
import { step } from './machine/progress.mjs';
import { loadSecrets } from './machine/settings.mjs';
import { migrate, productEnvironment, startEmulators, startProduct, startSite } from './product.mjs';
import { startPostgres } from './services/postgres.mjs';
import { startRedis } from './services/redis.mjs';
import { Supervisor } from './supervisor.mjs';

const DATA = 'data services and emulators';
const PRODUCT = 'product';

/**
 * Starts everything that the settings (`readSettings`, `isolatedSettings`) call for, in order: data services and emulators,
 * migrations, API and workers. Services are named `postgres`, `redis`, `emulators`, `api`, `worker`, `worker-2`, …
 *
 * With `supervise`, prints its progress and restarts a service that exits unexpectedly. With `watch`, API and worker run from source
 * and restart when it changes, Vite's development server (`site`) replaces the built site, and their output is printed. `durable:
 * false` is for temporary data. If anything fails or `signal` (an AbortSignal) aborts, everything started so far is stopped before the
 * error is thrown.
 */
export async function startStack({ supervise = false, signal, ...options }) {
  const stack = new Stack({ supervise, signal });
  try {
    await stack.launch({ step: supervise ? step : (_title, work) => work(), ...options });
    return stack;
  } catch (error) {
    await stack.close();
    throw error;
  }
}

/** A running stack. */
class Stack extends Supervisor {
  /** For people and tests. */
  urls;
  /** Environment variables of the product's processes. */
  environment;
  #defineWorker;

  /** Naming a new worker (`worker-2`, …) adds it. */
  async start(name) {
    if (/^worker-\d+$/.test(name) && !this.services.includes(name))
      this.#defineWorker(name, await freePort());
    return super.start(name);
  }

  async launch({ step: show, settings, workers = 1, watch = false, durable = true }) {
    const { env, ports, connectHost, dataDir, logsDir, emulators } = settings;
    const { signal } = this;
    await requireFreePorts(settings.usedPorts);
    const secrets = loadSecrets(dataDir);
    mkdirSync(logsDir, { recursive: true });
    // With `watch`, the site's port belongs to Vite, which passes API requests on.
    const apiPort = watch ? await freePort() : ports.PORT;
    const apiUrl = `http://${connectHost}:${apiPort}`;
    const environment = productEnvironment(settings, secrets);
    this.environment = environment;
    this.urls = {
      site: `http://${settings.displayHost}:${ports.PORT}`,
      database: environment.DATABASE_URL,
      redis: environment.REDIS_URL,
      app: environment.APP_URL,
      mailbox: emulators.mailbox,
      sandbox: emulators.payments,
    };

    await show('Starting PostgreSQL, Redis and emulators', async (busy) => {
      const define = (name, start, port, password) =>
        this.define(name, DATA, () => start({ dataDir, logsDir, port, password, durable, busy, signal }));
      if (!env.DATABASE_URL)
        define('postgres', startPostgres, ports.EMBEDDED_POSTGRES_PORT, secrets.postgresPassword);
      if (!env.REDIS_URL) define('redis', startRedis, ports.EMBEDDED_REDIS_PORT, secrets.redisPassword);
      if (Object.keys(emulators).length > 0)
        this.define('emulators', DATA, () => startEmulators({ settings, apiUrl, signal }));
      await Promise.all(this.services.map((name) => this.start(name)));
    });

    await show('Migrating the database', () => migrate({ environment, logsDir, signal, fromSource: watch }));

    await show('Starting API and worker', async () => {
      const { printLine } = watch ? await import('./machine/readable-log.mjs') : {};
      const define = (name, start, options) => {
        const onLine = printLine?.bind(undefined, name);
        const common = { name, settings, environment, watch, onLine, signal };
        this.define(name, PRODUCT, () => start({ ...common, ...options }));
      };
      this.#defineWorker = (name, port) =>
        define(name, startProduct, {
          entry: 'worker',
          environment: { ...environment, WORKER_PORT: String(port) },
          readyUrls: [`http://${connectHost}:${port}/health/ready`],
        });
      define('api', startProduct, {
        entry: 'main',
        environment: { ...environment, PORT: String(apiPort) },
        readyUrls: [`${apiUrl}/api/health/ready`],
      });
      this.#defineWorker('worker', ports.WORKER_PORT);
      if (watch) define('site', startSite, { apiUrl });
      const more = Array.from({ length: workers - 1 }, (_, index) => `worker-${index + 2}`);
      await Promise.all([...this.services, ...more].map((name) => this.start(name)));
    });
  }
}
