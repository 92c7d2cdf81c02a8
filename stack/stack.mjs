import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts, requireFreePorts } from './machine/ports.mjs';
import { loadSecrets, ports, privateFolder, productEnvironment } from './machine/settings.mjs';
import { migrate, startEmulators, startProduct, startSite } from './product.mjs';
import { startPostgres } from './services/postgres.mjs';
import { startRedis } from './services/redis.mjs';

const INITIAL_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
const STABLE_AFTER_MS = 60_000;
const silent = { step: (_title, work) => work(() => undefined), say: () => undefined, line: () => undefined };

/**
 * Starts everything that the settings (`readSettings`, `isolatedSettings`) call for, in order: data services and emulators,
 * migrations, API and workers (`workers` may be 0). Services are named `postgres`, `redis`, `emulators`, `api`, `worker`,
 * `worker-2`, …
 *
 * With `watch`, API and worker run from source and restart when it changes, and Vite's development server (`site`) replaces the built
 * site; `progress.line(service, text)` gets their output. With `supervise`, a service that exits unexpectedly is restarted with
 * growing delays. `durable: false` is for temporary data. If anything fails or `signal` (an AbortSignal) aborts, everything started so
 * far is stopped before the error is thrown.
 */
export async function startStack(options) {
  const stack = new Stack(options);
  try {
    await stack.launch();
    return stack;
  } catch (error) {
    await stack.close();
    throw error;
  }
}

/** A running stack. A service that was killed or stopped by name stays down until it is started by name. */
class Stack {
  /** URLs for people and tests: site, worker, mailbox, smtp, sandbox, app, database, redis. */
  urls = {};
  /** Environment variables of the product's processes. */
  environment = {};

  #options;
  #settings;
  #progress;
  /** By name: how to `launch` it, the running `service`, and whether it is `wanted`. */
  #entries = new Map();
  /** With `watch`, the site's port belongs to Vite, which passes API requests on. */
  #apiPort;
  #closing = new AbortController();
  #closed;

  constructor({ settings, progress = silent, ...options }) {
    this.#settings = settings;
    this.#progress = progress;
    this.#options = options;
    options.signal?.addEventListener('abort', () => this.#closing.abort(options.signal.reason));
  }

  /** Names of all services, running or not. */
  get services() {
    return [...this.#entries.keys()];
  }

  /** Process id of a running service, otherwise undefined. */
  pid(name) {
    const { service } = this.#entry(name);
    return service && !service.outcome ? service.pid : undefined;
  }

  async launch() {
    const { dataDir, logsDir, ports: assigned, usedPorts } = this.#settings;
    const { workers = 1, watch = false } = this.#options;
    privateFolder(dataDir);
    mkdirSync(logsDir, { recursive: true });
    await requireFreePorts(
      usedPorts.map((setting) => ({ setting, port: assigned[setting], what: ports[setting].what })),
    );
    this.#apiPort = watch ? (await freePorts(1))[0] : assigned.PORT;
    const secrets = loadSecrets(dataDir);
    await this.#startAll('Starting PostgreSQL, Redis and emulators', (busy) =>
      this.#defineServices(secrets, busy),
    );
    this.environment = productEnvironment(this.#settings, secrets, {
      postgres: this.#entries.get('postgres')?.service.url,
      redis: this.#entries.get('redis')?.service.url,
    });
    this.urls = this.#collectUrls();
    await this.#progress.step('Migrating the database', () =>
      migrate({
        environment: this.environment,
        logsDir,
        signal: this.#closing.signal,
        fromSource: watch,
      }),
    );
    await this.#startAll('Starting API and worker', () => this.#defineProduct(workers));
  }

  #startAll(title, define) {
    return this.#progress.step(title, async (busy) => {
      const names = await define(busy);
      await Promise.all(names.map((name) => this.start(name)));
    });
  }

  /** Starts a service and resolves once it is ready. Naming a new worker (`worker-2`, …) adds it. */
  async start(name) {
    if (/^worker-\d+$/.test(name) && !this.#entries.has(name))
      this.#defineWorker(name, (await freePorts(1))[0]);
    const entry = this.#entry(name);
    entry.wanted = true;
    if (this.pid(name)) return;
    entry.starting ??= this.#launch(name, entry).finally(() => (entry.starting = undefined));
    await entry.starting;
  }

  /** Stops a service gracefully, as an operator would, and waits until it has exited. */
  async stop(name) {
    this.#entry(name).wanted = false;
    await this.#entry(name).service?.stop();
  }

  /** `kill -9`: the service gets no chance to clean up. */
  async kill(name) {
    this.#entry(name).wanted = false;
    await this.#entry(name).service?.kill();
  }

  /** Stops everything this stack started, dependents first. Idempotent. */
  close() {
    this.#closing.abort(new Error('the stack is shutting down'));
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close() {
    for (const group of [/^(site|api|worker)/, /^emulators$/, /^(redis|postgres)$/]) {
      const names = this.services.filter((name) => group.test(name));
      await Promise.all(names.map((name) => this.#entry(name).starting?.catch(() => undefined)));
      await Promise.all(names.map((name) => this.stop(name)));
    }
  }

  #entry(name) {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`no service named ${name}; known services: ${this.services.join(', ')}`);
    return entry;
  }

  async #launch(name, entry) {
    this.#closing.signal.throwIfAborted();
    entry.service = await entry.launch();
    entry.since = Date.now();
    void entry.service.exited.then((outcome) => this.#restart(name, entry, outcome));
  }

  /** `start` gets what all services have in common, and `options`. */
  #define(name, start, options) {
    const { watch, durable } = this.#options;
    const common = { settings: this.#settings, signal: this.#closing.signal, name, watch, durable };
    const launch = () => start({ ...common, environment: this.environment, ...options });
    this.#entries.set(name, { launch });
    return name;
  }

  get #apiUrl() {
    return `http://${this.#settings.connectHost}:${this.#apiPort}`;
  }

  #defineServices({ postgresPassword, redisPassword }, busy) {
    const { ports: assigned, usedPorts, emulators, dataDir, logsDir, toolsDir } = this.#settings;
    const folders = { dataDir, logsDir, toolsDir };
    const postgres = { ...folders, port: assigned.EMBEDDED_POSTGRES_PORT, password: postgresPassword };
    const redis = { ...folders, port: assigned.EMBEDDED_REDIS_PORT, password: redisPassword, busy };
    if (usedPorts.includes('EMBEDDED_POSTGRES_PORT')) this.#define('postgres', startPostgres, postgres);
    if (usedPorts.includes('EMBEDDED_REDIS_PORT')) this.#define('redis', startRedis, redis);
    if (emulators.length > 0) this.#define('emulators', startEmulators, { apiUrl: this.#apiUrl });
    return this.services;
  }

  async #defineProduct(workers) {
    const workerPorts = [this.#settings.ports.WORKER_PORT, ...(await freePorts(Math.max(0, workers - 1)))];
    const names = workerPorts
      .slice(0, workers)
      .map((port, index) => this.#defineWorker(index === 0 ? 'worker' : `worker-${index + 1}`, port));
    const environment = { ...this.environment, PORT: String(this.#apiPort) };
    const readyUrls = [`${this.#apiUrl}/api/health/ready`];
    names.push(
      this.#define('api', startProduct, { ...this.#printed('api'), entry: 'main', environment, readyUrls }),
    );
    if (this.#options.watch)
      names.push(this.#define('site', startSite, { ...this.#printed('site'), apiUrl: this.#apiUrl }));
    return names;
  }

  #defineWorker(name, port) {
    const environment = { ...this.environment, WORKER_PORT: String(port) };
    const readyUrls = [`http://${this.#settings.connectHost}:${port}/health/ready`];
    return this.#define(name, startProduct, {
      ...this.#printed(name),
      entry: 'worker',
      environment,
      readyUrls,
    });
  }

  #printed(name) {
    return this.#options.watch ? { onLine: (text) => this.#progress.line(name, text) } : {};
  }

  #collectUrls() {
    const { ports: assigned, connectHost, displayHost, emulators } = this.#settings;
    return {
      site: `http://${displayHost}:${assigned.PORT}`,
      worker: `http://${connectHost}:${assigned.WORKER_PORT}`,
      database: this.environment.DATABASE_URL,
      redis: this.environment.REDIS_URL,
      app: this.environment.APP_URL,
      smtp: this.environment.SMTP_URL,
      mailbox: emulators.includes('mailbox') ? `http://127.0.0.1:${assigned.MAILBOX_PORT}` : undefined,
      sandbox: emulators.includes('payments')
        ? `http://127.0.0.1:${assigned.PAYMENT_SANDBOX_PORT}`
        : undefined,
    };
  }

  async #restart(name, entry, outcome) {
    const { say } = this.#progress;
    const isWanted = () => this.#options.supervise && entry.wanted && !this.#closing.signal.aborted;
    const wasStable = Date.now() - entry.since > STABLE_AFTER_MS;
    entry.failures = wasStable ? 0 : (entry.failures ?? 0) + 1;
    for (let reason = outcome; isWanted(); entry.failures++) {
      const wait = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** entry.failures);
      say(
        `! ${name} exited unexpectedly (${reason}); restarting in ${wait / 1000} s. Log: ${entry.service.logFile}`,
      );
      await delay(wait);
      if (!isWanted()) return;
      try {
        await this.start(name);
        return say(`✓ ${name} is running again`);
      } catch (error) {
        reason = error.message;
      }
    }
  }
}
