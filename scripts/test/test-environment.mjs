import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { findChromium } from '../machine/chromium.mjs';
import { freePorts } from '../machine/ports.mjs';
import { stopLeftover, readLivePidFile, writePidFile } from '../machine/processes.mjs';
import { say } from '../machine/progress.mjs';
import { UserError } from '../machine/user-error.mjs';
import { isolatedSettings, loadSecrets, ports as knownPorts } from '../machine/settings.mjs';
import { startPostgres, startRedis } from '../services.mjs';
import { startStack } from '../stack.mjs';
import { serveControls } from '../stack/controls.mjs';

/** What a run may have brought up, each in a folder of this name. */
const COMPONENTS = ['services', 'product', 'product-to-break'];
const BASE = join(tmpdir(), `subscription-site-test-${userInfo().uid}`);

/**
 * What tests run against, in a throw-away folder on free ports, so that a running `npm start` is never touched. Each component
 * is brought up when first asked for and shared from then on.
 */
export class TestEnvironment {
  folder = join(BASE, `${process.pid}-${randomBytes(3).toString('hex')}`);
  #made = new Map();
  #closers = new Map();
  #closing = new AbortController();

  async open() {
    mkdirSync(BASE, { recursive: true, mode: 0o700 });
    await removeLeftovers();
    mkdirSync(this.folder, { mode: 0o700 });
    writePidFile(join(this.folder, 'run.pid'), process.pid);
  }

  /** `TEST_DATABASE_URL` (a superuser, who may create databases) and `TEST_REDIS_URL`. */
  services() {
    return this.#once('services', async () => {
      const dataDir = join(this.folder, 'services');
      const [postgresPort, redisPort] = await freePorts(2);
      const { toolsDir } = isolatedSettings({});
      const folders = { dataDir, logsDir: join(dataDir, 'logs'), toolsDir };
      const password = randomBytes(9).toString('base64url');
      const [postgres, redis] = await Promise.all([
        startPostgres({ ...folders, port: postgresPort, password, durable: false }),
        startRedis({ ...folders, port: redisPort, password }),
      ]);
      this.#closers.set('services', () => Promise.all([postgres.stop(), redis.stop()]));
      return { TEST_DATABASE_URL: postgres.adminUrl, TEST_REDIS_URL: redis.url };
    });
  }

  /** The whole built product with its emulators, as the `E2E_…` variables that journeys read. */
  product() {
    return this.#product('product');
  }

  /** Another one, for those who kill its components. */
  productToBreak() {
    return this.#product('product-to-break');
  }

  /** Once they are through, no one asks for it any more. */
  async endProductToBreak() {
    await this.#end('product-to-break');
  }

  async #end(component) {
    const close = this.#closers.get(component);
    this.#closers.delete(component);
    await close?.();
  }

  #product(component) {
    return this.#once(component, async () => {
      const names = Object.keys(knownPorts);
      const [issuerPort, ...free] = await freePorts(names.length + 1);
      const ports = Object.fromEntries(names.map((name, index) => [name, String(free[index])]));
      const settings = isolatedSettings({
        ...ports,
        DATA_DIR: join(this.folder, component),
        RATE_LIMITS: 'off',
        ...externalAccounts(issuerPort),
        ...everySecondFactor,
      });
      const stack = await startStack({ settings, durable: false, signal: this.#closing.signal });
      this.#closers.set(component, () => stack.close());
      const controls = await serveControls(stack);
      this.#closers.set(component, async () => {
        await controls.close();
        await stack.close();
      });
      const { urls } = stack;
      return {
        E2E_BASE_URL: urls.site,
        E2E_MAILBOX_URL: urls.mailbox,
        E2E_SANDBOX_URL: urls.sandbox,
        E2E_APP_URL: urls.app,
        E2E_DATABASE_URL: urls.database,
        E2E_REDIS_URL: urls.redis,
        E2E_CONTROL_URL: controls.url,
        E2E_ISSUER_URL: settings.env.AUTH_ACME_ISSUER,
        E2E_ISSUER_KEY: issuerKey(),
        E2E_SERVICE_SECRET: stack.environment.AUTH_JWT_SECRET,
        E2E_ADMIN_EMAIL: stack.environment.BOOTSTRAP_ADMIN_EMAIL,
        E2E_ADMIN_PASSWORD: loadSecrets(settings.dataDir).bootstrapAdminPassword,
      };
    });
  }

  /** `CHROME_PATH`, found or installed. */
  browser() {
    return this.#once('browser', async () => ({
      CHROME_PATH: await findChromium(process.env, (text) => say(`    ${text}`)),
    }));
  }

  /** Ends everything, copies the logs to `keepLogsIn` when env, and removes the folder. */
  async close(keepLogsIn) {
    this.#closing.abort(new UserError('Stopped before the end.'));
    await Promise.allSettled(this.#made.values());
    for (const component of [...this.#closers.keys()].toReversed()) await this.#end(component);
    if (keepLogsIn) {
      for (const component of COMPONENTS) {
        const logs = join(this.folder, component, 'logs');
        if (existsSync(logs)) cpSync(logs, join(keepLogsIn, component), { recursive: true });
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  #once(name, make) {
    if (!this.#made.has(name)) this.#made.set(name, make());
    return this.#made.get(name);
  }
}

/** A provider of identities, which the journeys that go there run by themselves: no one asks it before. */
function externalAccounts(port) {
  return {
    AUTH_OIDC_PROVIDERS: 'acme',
    AUTH_ACME_ISSUER: `http://127.0.0.1:${port}`,
    AUTH_ACME_CLIENT_ID: 'site',
    AUTH_ACME_CLIENT_SECRET: 'a-secret-between-site-and-issuer',
  };
}

/** What that provider signs with, for the whole run: however often it is started again, the site knows its key. */
function issuerKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'issuer', alg: 'RS256', use: 'sig' });
}

/** Kinds that are off unless they are asked for, and a number whose code is known. */
const everySecondFactor = {
  AUTH_MFA_PHONE: 'on',
  AUTH_MFA_WEBAUTHN: 'on',
  AUTH_SMS_TEST_OTP: '15550100199:123456',
};

/** Ends and removes what test runs left behind that were killed without a chance to tidy up. */
async function removeLeftovers() {
  for (const name of readdirSync(BASE)) {
    const folder = join(BASE, name);
    if (readLivePidFile(join(folder, 'run.pid'))) continue;
    for (const component of COMPONENTS.map((sub) => join(folder, sub)).filter(existsSync)) {
      const pidFiles = readdirSync(component).filter((file) => file.endsWith('.pid'));
      for (const file of pidFiles) {
        await stopLeftover(join(component, file), {
          signal: basename(file) === 'postgres.pid' ? 'SIGINT' : 'SIGTERM',
        });
      }
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
