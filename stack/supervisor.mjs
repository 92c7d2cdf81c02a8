import { setTimeout as delay } from 'node:timers/promises';

const INITIAL_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
const STABLE_AFTER_MS = 60_000;

/**
 * Starts and stops services by name. A service that was killed or stopped by name stays down until it is started by name. With
 * `supervise`, one that exits unexpectedly is reported and restarted, with growing delays.
 */
export class Supervisor {
  /** In starting order, by name: how to `launch` it, the running `service`, and whether it is `wanted`. */
  #entries = new Map();
  #closing = new AbortController();
  #closed;
  #supervise;

  constructor({ supervise, signal }) {
    this.#supervise = supervise;
    /** Aborts when everything is to stop. */
    this.signal = AbortSignal.any([this.#closing.signal, signal].filter(Boolean));
  }

  /** Names of all services, running or not. */
  get services() {
    return [...this.#entries.keys()];
  }

  /** Adds a service. `launch` resolves with it once it is ready; `stage` says which services stop together, the highest first. */
  define(name, stage, launch) {
    this.#entries.set(name, { stage, launch });
  }

  /** Process id of a running service, otherwise undefined. */
  pid(name) {
    const { service } = this.#entry(name);
    return service && !service.outcome ? service.pid : undefined;
  }

  /** Starts a service, and resolves once it is ready. */
  async start(name) {
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

  /** Stops all services. Idempotent. */
  close() {
    this.#closing.abort(new Error('everything is being stopped'));
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close() {
    const stages = Map.groupBy(this.services, (name) => this.#entry(name).stage);
    for (const names of [...stages.values()].toReversed()) {
      await Promise.allSettled(names.map((name) => this.#entry(name).starting));
      await Promise.all(names.map((name) => this.stop(name)));
    }
  }

  #entry(name) {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`no service named ${name}; known services: ${this.services.join(', ')}`);
    return entry;
  }

  async #launch(name, entry) {
    this.signal.throwIfAborted();
    entry.since = Date.now();
    entry.service = await entry.launch();
    if (this.#supervise) void entry.service.exited.then((outcome) => this.#restart(name, entry, outcome));
  }

  async #restart(name, entry, reason) {
    const isWanted = () => entry.wanted && !this.signal.aborted;
    if (!isWanted()) return;
    entry.failures = Date.now() - entry.since > STABLE_AFTER_MS ? 0 : (entry.failures ?? 0) + 1;
    const wait = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** entry.failures);
    const plan = `restarting in ${wait / 1000} s. Log: ${entry.service.logFile}`;
    console.log(`! ${name} exited unexpectedly (${reason}); ${plan}`);
    await delay(wait, undefined, { signal: this.signal }).catch(() => undefined);
    if (!isWanted()) return;
    try {
      await this.start(name);
      console.log(`✓ ${name} is running again`);
    } catch (error) {
      await this.#restart(name, entry, error.message);
    }
  }
}
