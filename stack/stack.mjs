import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { privateFolder } from './machine/disk.mjs';
import { freePorts, requireFreePorts } from './machine/ports.mjs';
import { stopLeftover } from './machine/processes.mjs';
import { describeOutcome } from './machine/run-service.mjs';
import { node } from './machine/runtime.mjs';
import { loadSecrets, productEnvironment } from './machine/settings.mjs';
import { startPostgres, startRedis, startEmulators } from './services.mjs';
import { migrate, portsFor, runProduct, runSite, emulatorEnvironment, emulatorsFor } from './product.mjs';

const INITIAL_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
const STABLE_AFTER_MS = 60_000;
const MAX_WORKERS = 9;
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
    await Promise.race([stack.launch(options.workers ?? 1), aborted(options.signal)]);
    return stack;
  } catch (error) {
    await stack.close();
    throw error;
  }
}

function aborted(signal) {
  return new Promise((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** A running stack. A service that was killed or stopped by name stays down until it is started by name. */
class Stack {
  /** URLs for people and tests: site, worker, mailbox, smtp, sandbox, app, database, redis. */
  urls = {};
  /** Environment variables of the product's processes. */
  environment = {};

  #settings;
  #supervise;
  #durable;
  #watch;
  #progress;
  #services = new Map();
  #desired = new Set();
  #busy = () => undefined;
  /** With `watch`, the site's port belongs to Vite, which passes API requests on. */
  #apiPort;
  #closing;
  #commands = new AbortController();

  constructor({ settings, supervise = false, durable = true, watch = false, progress = silent }) {
    this.#settings = settings;
    this.#supervise = supervise;
    this.#durable = durable;
    this.#watch = watch;
    this.#progress = progress;
  }

  /** Names of all services, running or not. */
  get services() {
    return [...this.#services.keys()];
  }

  /** Process id of a running service, otherwise undefined. */
  pid(name) {
    const { service } = this.#entry(name);
    return service && !service.outcome ? service.pid : undefined;
  }

  async launch(workers) {
    const settings = this.#settings;
    privateFolder(settings.dataDir);
    mkdirSync(settings.logsDir, { recursive: true });
    await this.#stopLeftovers();
    await requireFreePorts(portsFor(settings));
    this.#apiPort = this.#watch ? (await freePorts(1))[0] : settings.ports.PORT;
    const secrets = loadSecrets(settings.dataDir);
    this.#defineServices(secrets);
    await this.#step('Starting PostgreSQL, Redis and emulators', (busy) => {
      this.#busy = busy;
      return Promise.all(this.services.map((name) => this.start(name)));
    });
    const urlOf = (name) => this.#services.get(name)?.service.url;
    this.environment = productEnvironment(settings, secrets, {
      postgres: urlOf('postgres'),
      redis: urlOf('redis'),
    });
    this.urls = this.#collectUrls();
    await this.#step('Migrating the database', () =>
      migrate({
        environment: this.environment,
        logsDir: settings.logsDir,
        signal: this.#commands.signal,
        fromSource: this.#watch,
      }),
    );
    const product = await this.#defineProduct(workers);
    await this.#step('Starting API and worker', () => Promise.all(product.map((name) => this.start(name))));
  }

  /** Starts a service and resolves once it is ready. Naming a new worker (`worker-2`, …) adds it. */
  async start(name) {
    if (this.#closing) throw new Error(`not starting ${name}: the stack is shutting down`);
    if (!this.#services.has(name) && /^worker-\d$/.test(name))
      this.#defineWorker(name, (await freePorts(1))[0]);
    const entry = this.#entry(name);
    this.#desired.add(name);
    if (entry.service && !entry.service.outcome) return entry.service;
    entry.starting ??= this.#startEntry(name, entry).finally(() => (entry.starting = undefined));
    return entry.starting;
  }

  /** Stops a service gracefully, as an operator would, and waits until it has exited. */
  async stop(name) {
    this.#desired.delete(name);
    await this.#entry(name).service?.stop();
  }

  /** `kill -9`: the service gets no chance to clean up. */
  async kill(name) {
    this.#desired.delete(name);
    await this.#entry(name).service?.kill();
  }

  /** Stops everything this stack started, dependents first. Idempotent. */
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close() {
    this.#desired.clear();
    this.#commands.abort();
    for (const group of [/^(site|api|worker)/, /^emulators$/, /^(redis|postgres)$/]) {
      const entries = this.services
        .filter((name) => group.test(name))
        .map((name) => this.#services.get(name));
      await Promise.all(entries.map((entry) => entry.starting?.catch(() => undefined)));
      await Promise.all(entries.map((entry) => entry.service?.stop()));
    }
  }

  #step(title, work) {
    if (this.#closing) throw new Error('the stack is shutting down');
    return this.#progress.step(title, work);
  }

  get #apiUrl() {
    return `http://${this.#settings.connectHost}:${this.#apiPort}`;
  }

  #entry(name) {
    const entry = this.#services.get(name);
    if (!entry) throw new Error(`no service named ${name}; known services: ${this.services.join(', ')}`);
    return entry;
  }

  async #startEntry(name, entry) {
    entry.service = await entry.launch();
    entry.since = Date.now();
    void entry.service.exited.then((outcome) => this.#restart(name, entry, outcome));
    return entry.service;
  }

  #defineServices({ postgresPassword, redisPassword }) {
    const { env, ports, dataDir, logsDir, toolsDir } = this.#settings;
    const folders = { dataDir, logsDir, toolsDir };
    const add = (name, launch) => this.#services.set(name, { launch });
    if (!env.DATABASE_URL) {
      const port = ports.EMBEDDED_POSTGRES_PORT;
      add('postgres', () =>
        startPostgres({ ...folders, port, password: postgresPassword, durable: this.#durable }),
      );
    }
    if (!env.REDIS_URL) {
      const port = ports.EMBEDDED_REDIS_PORT;
      add('redis', () => startRedis({ ...folders, port, password: redisPassword, busy: this.#busy }));
    }
    if (emulatorsFor(this.#settings).length > 0) {
      const environment = emulatorEnvironment(this.#settings, this.#apiUrl);
      add('emulators', () => startEmulators({ ...folders, node, ports, environment }));
    }
  }

  async #defineProduct(workers) {
    const { ports } = this.#settings;
    const names = Array.from({ length: workers }, (_, index) =>
      index === 0 ? 'worker' : `worker-${index + 1}`,
    );
    const workerPorts = [ports.WORKER_PORT, ...(await freePorts(Math.max(0, workers - 1)))];
    names.forEach((name, index) => this.#defineWorker(name, workerPorts[index]));
    this.#defineProcess('api', 'main', { PORT: String(this.#apiPort) }, `${this.#apiUrl}/api/health/ready`);
    if (!this.#watch) return ['api', ...names];
    this.#define('site', (options) =>
      runSite({ ...options, environment: this.environment, apiUrl: this.#apiUrl }),
    );
    return ['api', ...names, 'site'];
  }

  #defineWorker(name, port) {
    const { connectHost } = this.#settings;
    this.#defineProcess(
      name,
      'worker',
      { WORKER_PORT: String(port) },
      `http://${connectHost}:${port}/health/ready`,
    );
  }

  #defineProcess(name, entry, extra, readyUrl) {
    this.#define(name, (options) =>
      runProduct({
        ...options,
        name,
        entry,
        readyUrl,
        environment: { ...this.environment, ...extra },
        watch: this.#watch,
      }),
    );
  }

  #define(name, run) {
    const launch = () =>
      run({
        settings: this.#settings,
        unless: () => this.#closing && new Error('the stack is shutting down'),
        onLine: this.#watch ? (text) => this.#progress.line(name, text) : undefined,
      });
    this.#services.set(name, { launch });
  }

  #collectUrls() {
    const { ports, connectHost, displayHost } = this.#settings;
    const emulators = emulatorsFor(this.#settings);
    return {
      site: `http://${displayHost}:${ports.PORT}`,
      worker: `http://${connectHost}:${ports.WORKER_PORT}`,
      database: this.environment.DATABASE_URL,
      redis: this.environment.REDIS_URL,
      app: this.environment.APP_URL,
      smtp: this.environment.SMTP_URL,
      mailbox: emulators.includes('mailbox') ? `http://127.0.0.1:${ports.MAILBOX_PORT}` : undefined,
      sandbox: emulators.includes('payments') ? `http://127.0.0.1:${ports.PAYMENT_SANDBOX_PORT}` : undefined,
    };
  }

  async #restart(name, entry, outcome) {
    if (!this.#supervise) return;
    const { say } = this.#progress;
    let reason = describeOutcome(outcome);
    for (;;) {
      if (this.#closing || !this.#desired.has(name)) return;
      entry.failures = Date.now() - entry.since > STABLE_AFTER_MS ? 0 : (entry.failures ?? 0) + 1;
      const wait = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** entry.failures);
      say(
        `! ${name} exited unexpectedly (${reason}); restarting in ${wait / 1000} s. Log: ${entry.service.logFile}`,
      );
      await delay(wait);
      if (this.#closing || !this.#desired.has(name)) return;
      try {
        await this.start(name);
        return say(`✓ ${name} is running again`);
      } catch (error) {
        reason = error.message;
      }
    }
  }

  /** Stops processes that an earlier run left running in this data folder. */
  async #stopLeftovers() {
    const workers = Array.from({ length: MAX_WORKERS - 1 }, (_, index) => `worker-${index + 2}`);
    const stop = (name, options) => stopLeftover(join(this.#settings.dataDir, `${name}.pid`), options);
    const product = await Promise.all(
      ['site', 'api', 'worker', ...workers, 'emulators'].map((name) => stop(name)),
    );
    const services = await Promise.all([
      stop('redis'),
      stop('postgres', { signal: 'SIGINT', graceMs: 15_000 }),
    ]);
    if ([...product, ...services].some(Boolean)) {
      this.#progress.say('· Stopped leftover processes of an earlier run');
    }
  }
}
