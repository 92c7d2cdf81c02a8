import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePortSettings } from '../../stack/machine/ports.mjs';
import { isolatedSettings } from '../../stack/machine/settings.mjs';
import { notifyWatchdog } from '../../stack/machine/watchdog.mjs';
import { startStack } from '../../stack/stack.mjs';
import { startChild, stopChildren } from './child-process.mjs';

/** What benchmarks run against: a temporary folder and free ports. Everything is started on first use. */
export class BenchEnvironment {
  folder = mkdtempSync(join(tmpdir(), 'subscription-site-bench-'));
  #created = new Map();
  #stack;
  #database;
  #closing;

  /** `scale` reduces times and counts for trying out a benchmark; results below 1 aren't meaningful. */
  constructor({ scale, showProgress }) {
    this.scale = scale;
    this.showProgress = showProgress;
    notifyWatchdog({ folder: this.folder });
  }

  /** A new empty subfolder. */
  emptyFolder(name) {
    const folder = join(this.folder, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    return folder;
  }

  seconds(whole) {
    return Math.max(2, Math.round(whole * this.scale));
  }

  count(whole) {
    return Math.max(20, Math.round(whole * this.scale));
  }

  /** The product as `npm start` runs it, but without rate limits, with larger files, and sending its email to {@link mailServer}. */
  stack() {
    return this.#once('stack', async () => {
      const { port } = await this.mailServer();
      const settings = isolatedSettings({
        ...(await freePortSettings()),
        DATA_DIR: join(this.folder, 'product'),
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        RATE_LIMITS: 'off',
        STORAGE_MAX_FILE_BYTES: '200000000',
      });
      this.#stack = await startStack({ settings });
      return this.#stack;
    });
  }

  /** A connection to the database of {@link stack}. */
  database() {
    return this.#once('database', async () => {
      const { urls } = await this.stack();
      this.#database = new pg.Pool({ connectionString: urls.database, max: 4 });
      this.#database.on('error', () => undefined);
      return this.#database;
    });
  }

  mailServer() {
    return this.#once('mail server', () => startChild(new URL('mail-server.mjs', import.meta.url)));
  }

  loadGenerator() {
    return this.#once('load generator', () => startChild(new URL('load-generator.mjs', import.meta.url)));
  }

  /** Processes whose CPU time is reported: running services, the mail server, and `more`. */
  async processes(more = {}) {
    const stack = await this.stack();
    const services = stack.services.map((name) => [name, stack.pid(name)]).filter(([, pid]) => pid);
    return { ...Object.fromEntries(services), 'mail server': (await this.mailServer()).pid, ...more };
  }

  /** Stops everything and removes the folder. Idempotent. */
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close() {
    await stopChildren();
    await this.#database?.end();
    await this.#stack?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #once(name, create) {
    if (!this.#created.has(name)) this.#created.set(name, create());
    return this.#created.get(name);
  }
}
