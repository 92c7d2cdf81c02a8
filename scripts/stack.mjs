import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { privateFolder } from './machine/disk.mjs';
import { freePorts, requireFreePorts } from './machine/ports.mjs';
import { endLeftover } from './machine/processes.mjs';
import { describeOutcome } from './machine/run-part.mjs';
import { node } from './machine/runtime.mjs';
import { keepSecrets, productEnvironment } from './machine/settings.mjs';
import { startPostgres, startRedis, startEmulators } from './services.mjs';
import { migrate, portsFor, runProduct, emulatorEnvironment, emulatorsFor } from './stack/parts.mjs';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
const MOST_WORKERS = 9;
const silent = { step: (_title, work) => work(() => undefined), say: () => undefined };

/**
 * Brings up everything a settings object (`readSettings`, `isolatedSettings`) asks for, in order: data services and
 * emulators, migrations, API and `workers` workers (0 is allowed). Parts are named `postgres`, `redis`, `emulators`, `api`,
 * `worker`, `worker-2`, …
 *
 * With `supervise`, a part that ends by itself is started again, with growing pauses. `durable: false` is for data that is
 * thrown away. When anything fails, or `signal` (an AbortSignal) says to give up, what was started is stopped before the
 * error is thrown.
 */
export async function startStack(options) {
  const stack = new Stack(options);
  try {
    await Promise.race([stack.bringUp(options.workers ?? 1), givenUp(options.signal)]);
    return stack;
  } catch (error) {
    await stack.close();
    throw error;
  }
}

function givenUp(signal) {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** A running stack. A part killed or stopped by name stays down until it is started by name. */
class Stack {
  /** Where things are, for people and for tests: site, worker, mailbox, smtp, sandbox, app, database, redis. */
  urls = {};
  /** What the product's processes run with. */
  environment = {};

  #settings;
  #supervise;
  #durable;
  #progress;
  #parts = new Map();
  #wanted = new Set();
  #busy = () => undefined;
  #closing;
  #commands = new AbortController();

  constructor({ settings, supervise = false, durable = true, progress = silent }) {
    this.#settings = settings;
    this.#supervise = supervise;
    this.#durable = durable;
    this.#progress = progress;
  }

  /** The names of all parts, running or not. */
  get parts() {
    return [...this.#parts.keys()];
  }

  /** The process id of a running part, else undefined. */
  pid(name) {
    const { part } = this.#entry(name);
    return part && !part.outcome ? part.pid : undefined;
  }

  async bringUp(workers) {
    const settings = this.#settings;
    privateFolder(settings.dataDir);
    mkdirSync(settings.logsDir, { recursive: true });
    await this.#endLeftovers();
    await requireFreePorts(portsFor(settings));
    const secrets = keepSecrets(settings.dataDir);
    this.#defineServices(secrets);
    await this.#step('Starting PostgreSQL, Redis and emulators', (busy) => {
      this.#busy = busy;
      return Promise.all(this.parts.map((name) => this.start(name)));
    });
    const addressOf = (name) => this.#parts.get(name)?.part.url;
    this.environment = productEnvironment(settings, secrets, {
      postgres: addressOf('postgres'),
      redis: addressOf('redis'),
    });
    this.urls = this.#addresses();
    await this.#step('Migrating the database', () =>
      migrate(this.environment, settings.logsDir, this.#commands.signal),
    );
    const product = await this.#defineProduct(workers);
    await this.#step('Starting API and worker', () => Promise.all(product.map((name) => this.start(name))));
  }

  /** Starts a part and resolves when it is ready. A further worker (`worker-2`, …) may be named without having been there. */
  async start(name) {
    if (this.#closing) throw new Error(`not starting ${name}: everything is being stopped`);
    if (!this.#parts.has(name) && /^worker-\d$/.test(name)) this.#defineWorker(name, (await freePorts(1))[0]);
    const entry = this.#entry(name);
    this.#wanted.add(name);
    if (entry.part && !entry.part.outcome) return entry.part;
    entry.starting ??= this.#startEntry(name, entry).finally(() => (entry.starting = undefined));
    return entry.starting;
  }

  /** Asks a part to end, as an operator would, and waits until it has. */
  async stop(name) {
    this.#wanted.delete(name);
    await this.#entry(name).part?.stop();
  }

  /** `kill -9`: the part ends here and now, without a chance to tidy up. */
  async kill(name) {
    this.#wanted.delete(name);
    await this.#entry(name).part?.kill();
  }

  /** Stops everything this stack started: first who uses, then who is used. Safe to call twice. */
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close() {
    this.#wanted.clear();
    this.#commands.abort();
    for (const group of [/^(api|worker)/, /^emulators$/, /^(redis|postgres)$/]) {
      const entries = this.parts.filter((name) => group.test(name)).map((name) => this.#parts.get(name));
      await Promise.all(entries.map((entry) => entry.starting?.catch(() => undefined)));
      await Promise.all(entries.map((entry) => entry.part?.stop()));
    }
  }

  #step(title, work) {
    if (this.#closing) throw new Error('everything is being stopped');
    return this.#progress.step(title, work);
  }

  #entry(name) {
    const entry = this.#parts.get(name);
    if (!entry) throw new Error(`no part is called ${name}; there are ${this.parts.join(', ')}`);
    return entry;
  }

  async #startEntry(name, entry) {
    entry.part = await entry.bringUp();
    entry.since = Date.now();
    void entry.part.exited.then((outcome) => this.#revive(name, entry, outcome));
    return entry.part;
  }

  #defineServices({ postgresPassword, redisPassword }) {
    const { given, ports, dataDir, logsDir, toolsDir } = this.#settings;
    const folders = { dataDir, logsDir, toolsDir };
    const add = (name, bringUp) => this.#parts.set(name, { bringUp });
    if (!given.DATABASE_URL) {
      const port = ports.EMBEDDED_POSTGRES_PORT;
      add('postgres', () =>
        startPostgres({ ...folders, port, password: postgresPassword, durable: this.#durable }),
      );
    }
    if (!given.REDIS_URL) {
      const port = ports.EMBEDDED_REDIS_PORT;
      add('redis', () => startRedis({ ...folders, port, password: redisPassword, busy: this.#busy }));
    }
    if (emulatorsFor(this.#settings).length > 0) {
      const environment = emulatorEnvironment(this.#settings);
      add('emulators', () => startEmulators({ ...folders, node, ports, environment }));
    }
  }

  async #defineProduct(workers) {
    const { ports, reachedAt } = this.#settings;
    const names = Array.from({ length: workers }, (_, index) =>
      index === 0 ? 'worker' : `worker-${index + 1}`,
    );
    const workerPorts = [ports.WORKER_PORT, ...(await freePorts(Math.max(0, workers - 1)))];
    names.forEach((name, index) => this.#defineWorker(name, workerPorts[index]));
    this.#defineProcess('api', 'main.js', {}, `http://${reachedAt}:${ports.PORT}/api/health/ready`);
    return ['api', ...names];
  }

  #defineWorker(name, port) {
    this.#defineProcess(
      name,
      'worker.js',
      { WORKER_PORT: String(port) },
      `http://${this.#settings.reachedAt}:${port}/health/ready`,
    );
  }

  #defineProcess(name, file, extra, readyUrl) {
    const bringUp = () =>
      runProduct({
        name,
        file,
        readyUrl,
        environment: { ...this.environment, ...extra },
        settings: this.#settings,
        unless: () => this.#closing && new Error('everything is being stopped'),
      });
    this.#parts.set(name, { bringUp });
  }

  #addresses() {
    const { ports, reachedAt, shownAs } = this.#settings;
    const emulators = emulatorsFor(this.#settings);
    return {
      site: `http://${shownAs}:${ports.PORT}`,
      worker: `http://${reachedAt}:${ports.WORKER_PORT}`,
      database: this.environment.DATABASE_URL,
      redis: this.environment.REDIS_URL,
      app: this.environment.APP_URL,
      smtp: this.environment.SMTP_URL,
      mailbox: emulators.includes('mailbox') ? `http://127.0.0.1:${ports.MAILBOX_PORT}` : undefined,
      sandbox: emulators.includes('payments') ? `http://127.0.0.1:${ports.PAYMENT_SANDBOX_PORT}` : undefined,
    };
  }

  async #revive(name, entry, outcome) {
    if (!this.#supervise) return;
    const { say } = this.#progress;
    let how = describeOutcome(outcome);
    for (;;) {
      if (this.#closing || !this.#wanted.has(name)) return;
      entry.falls = Date.now() - entry.since > STEADY_MS ? 0 : (entry.falls ?? 0) + 1;
      const wait = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** entry.falls);
      say(
        `! ${name} ended by itself (${how}); starting it again in ${wait / 1000} s. Its log: ${entry.part.logFile}`,
      );
      await pause(wait);
      if (this.#closing || !this.#wanted.has(name)) return;
      try {
        await this.start(name);
        return say(`✓ ${name} runs again`);
      } catch (error) {
        how = error.message;
      }
    }
  }

  /** What an earlier run, killed without a chance to tidy up, may have left on this data folder. */
  async #endLeftovers() {
    const workers = Array.from({ length: MOST_WORKERS - 1 }, (_, index) => `worker-${index + 2}`);
    const end = (name, options) => endLeftover(join(this.#settings.dataDir, `${name}.pid`), options);
    const product = await Promise.all(['api', 'worker', ...workers, 'emulators'].map((name) => end(name)));
    const services = await Promise.all([
      end('redis'),
      end('postgres', { signal: 'SIGINT', graceMs: 15_000 }),
    ]);
    if ([...product, ...services].some(Boolean)) {
      this.#progress.say('· Stopped what an earlier run had left behind');
    }
  }
}
