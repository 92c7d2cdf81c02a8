import { mkdirSync } from 'node:fs';
import { freePorts, requireFreePorts } from './machine/ports.mjs';
import { loadSecrets, privateFolder, productEnvironment } from './machine/settings.mjs';
import { migrate, startEmulators, startProduct, startSite } from './product.mjs';
import { startPostgres } from './services/postgres.mjs';
import { startRedis } from './services/redis.mjs';
import { Supervisor } from './supervisor.mjs';

const DATA = 'data services and emulators';
const PRODUCT = 'product';
const silent = { step: (_title, work) => work(() => undefined), line: () => undefined };

/**
 * Starts everything that the settings (`readSettings`, `isolatedSettings`) call for, in order: data services and emulators,
 * migrations, API and workers (`workers` may be 0). Services are named `postgres`, `redis`, `emulators`, `api`, `worker`,
 * `worker-2`, …
 *
 * With `watch`, API and worker run from source and restart when it changes, and Vite's development server (`site`) replaces the built
 * site; `progress.line(service, text)` gets their output. With `supervise`, a service that exits unexpectedly is restarted. `durable:
 * false` is for temporary data. If anything fails or `signal` (an AbortSignal) aborts, everything started so far is stopped before the
 * error is thrown.
 */
export async function startStack({ progress = silent, supervise = false, signal, ...options }) {
  const stack = new Stack({ say: supervise ? progress.say : undefined, signal });
  try {
    await stack.launch({ progress, ...options });
    return stack;
  } catch (error) {
    await stack.close();
    throw error;
  }
}

/** A running stack. */
class Stack extends Supervisor {
  /** URLs for people and tests: site, worker, mailbox, smtp, sandbox, app, database, redis. */
  urls = {};
  /** Environment variables of the product's processes. */
  environment = {};
  #defineWorker;

  /** Naming a new worker (`worker-2`, …) adds it. */
  async start(name) {
    if (/^worker-\d+$/.test(name) && !this.services.includes(name))
      this.#defineWorker(name, (await freePorts(1))[0]);
    return super.start(name);
  }

  async launch({ settings, workers = 1, watch = false, durable = true, progress }) {
    const { ports, connectHost, dataDir, logsDir, emulators, usedPorts } = settings;
    const { signal } = this;
    privateFolder(dataDir);
    mkdirSync(logsDir, { recursive: true });
    await requireFreePorts(usedPorts);
    // With `watch`, the site's port belongs to Vite, which passes API requests on.
    const apiPort = watch ? (await freePorts(1))[0] : ports.PORT;
    const apiUrl = `http://${connectHost}:${apiPort}`;
    const secrets = loadSecrets(dataDir);

    const urls = {};
    await progress.step('Starting PostgreSQL, Redis and emulators', async (busy) => {
      const common = { ...settings, durable, busy, signal };
      const isUsed = (name) => usedPorts.some(({ setting }) => setting === name);
      if (isUsed('EMBEDDED_POSTGRES_PORT')) {
        const options = { port: ports.EMBEDDED_POSTGRES_PORT, password: secrets.postgresPassword };
        this.define('postgres', DATA, () => startPostgres({ ...common, ...options }));
      }
      if (isUsed('EMBEDDED_REDIS_PORT')) {
        const options = { port: ports.EMBEDDED_REDIS_PORT, password: secrets.redisPassword };
        this.define('redis', DATA, () => startRedis({ ...common, ...options }));
      }
      if (emulators.length > 0)
        this.define('emulators', DATA, () => startEmulators({ settings, apiUrl, signal }));
      await Promise.all(this.services.map(async (name) => (urls[name] = (await this.start(name)).url)));
    });
    this.environment = productEnvironment(settings, secrets, urls);
    this.urls = urlsFor(settings, this.environment);

    const { environment } = this;
    await progress.step('Migrating the database', () =>
      migrate({ environment, logsDir, signal, fromSource: watch }),
    );

    await progress.step('Starting API and worker', async () => {
      const define = (name, start, options) => {
        const onLine = watch ? (text) => progress.line(name, text) : undefined;
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
      if (workers > 0) this.#defineWorker('worker', ports.WORKER_PORT);
      if (watch) define('site', startSite, { apiUrl });
      const more = Array.from({ length: workers - 1 }, (_, index) => `worker-${index + 2}`);
      await Promise.all([...this.services, ...more].map((name) => this.start(name)));
    });
  }
}

function urlsFor({ ports, connectHost, displayHost, emulators }, environment) {
  return {
    site: `http://${displayHost}:${ports.PORT}`,
    worker: `http://${connectHost}:${ports.WORKER_PORT}`,
    database: environment.DATABASE_URL,
    redis: environment.REDIS_URL,
    app: environment.APP_URL,
    smtp: environment.SMTP_URL,
    mailbox: emulators.includes('mailbox') ? `http://127.0.0.1:${ports.MAILBOX_PORT}` : undefined,
    sandbox: emulators.includes('payments') ? `http://127.0.0.1:${ports.PAYMENT_SANDBOX_PORT}` : undefined,
  };
}
