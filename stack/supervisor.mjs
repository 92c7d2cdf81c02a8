import { setTimeout as delay } from 'node:timers/promises';

const INITIAL_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
const STABLE_AFTER_MS = 60_000;

/**
 * Starts and stops services by name. A service that was killed or stopped by name stays down until it is started by name. With `say`,
 * one that exits unexpectedly is reported and restarted, with growing delays.
 */
export class Supervisor {
  /** In starting order, by name: how to `launch` it, the running `service`, and whether it is `wanted`. */
  #entries = new Map();
  #closing = new AbortController();
  #closed;
  #say;

  constructor({ say, signal }) {
    this.#say = say;
    signal?.addEventListener('abort', () => this.#closing.abort(signal.reason));
  }

  /** Aborts when everything is to stop. */
  get signal() {
    return this.#closing.signal;
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

  /** Starts a service, and resolves with it once it is ready. */
  async start(name) {
    const entry = this.#entry(name);
    entry.wanted = true;
    if (!this.pid(name)) {
      entry.starting ??= this.#launch(name, entry).finally(() => (entry.starting = undefined));
      await entry.starting;
    }
    return entry.service;
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
    entry.service = await entry.launch();
    entry.since = Date.now();
    if (this.#say) void entry.service.exited.then((outcome) => this.#restart(name, entry, outcome));
  }

  async #restart(name, entry, reason) {
    const isWanted = () => entry.wanted && !this.signal.aborted;
    entry.failures = Date.now() - entry.since > STABLE_AFTER_MS ? 0 : (entry.failures ?? 0) + 1;
    for (; isWanted(); entry.failures++) {
      const wait = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** entry.failures);
      this.#say(
        `! ${name} exited unexpectedly (${reason}); restarting in ${wait / 1000} s. Log: ${entry.service.logFile}`,
      );
      await delay(wait);
      if (!isWanted()) return;
      try {
        await this.start(name);
        return this.#say(`✓ ${name} is running again`);
      } catch (error) {
        reason = error.message;
      }
    }
  }
}
